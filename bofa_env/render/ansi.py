"""The battlefield as text in colour, for a terminal.

Every hex is two characters wide (four and two lines high with hex numbers) and a gap; odd rows are pushed half a hex
to the right. Where there is no colour, the same characters tell the same things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..data.load import Data
from ..rules.actions import hex_name
from ..rules.world import COLUMNS, EAST, ENTRY_CIRCLE, HEXES, ROWS, SOUTH_EAST, SOUTH_WEST
from .canvas import Canvas, Ink, line_text
from .grounds import MARK, RED, RIVER, STAR, ground
from .status import legend_lines, status_lines
from .symbols import DARK, DIM, FREE, MELEE_DARK, MELEE_FREE, Stacks, both_sides, one_side, stacks_of

if TYPE_CHECKING:
    from ..game import Game

_MARGIN = 3  # for the row numbers, left and right


def board_text(
    game_or_data: Game | Data, width: int = 100, *, colour: bool = True, hex_numbers: bool = False, legend: bool = True
) -> str:
    """The battlefield, with the pieces and the state of the game if there is one.

    width: where the lines below the map are broken; the map itself takes `board_width()`. colour: False leaves out all
    escape sequences. hex_numbers: write every hex's number into it; the map is larger then. legend: explain the signs.
    """
    if isinstance(game_or_data, Data):
        data, stacks, below = game_or_data, Stacks(), []
    else:
        data, stacks = game_or_data.data, stacks_of(game_or_data)
        below = status_lines(game_or_data, stacks, width)
    lines = _Board(data, stacks, hex_numbers).canvas.lines(colour)
    if below:
        lines += ["", *(line_text(line, colour) for line in below)]
    if legend:
        lines += ["", *(line_text(line, colour) for line in legend_lines(data, width, hex_numbers))]
    return "\n".join(lines)


def board_width(hex_numbers: bool = False) -> int:
    """How many columns the map takes."""
    hex_width = 5 if hex_numbers else 3
    return COLUMNS * hex_width + hex_width // 2 + 1 + 2 * _MARGIN


class _Board:
    """Draws the map. A hex is an odd number of characters wide: its text and a gap. Half a hex then ends within a
    character, so the gaps of the odd rows are half blocks that show the grounds of both neighbours.
    """

    def __init__(self, data: Data, stacks: Stacks, hex_numbers: bool) -> None:
        self.world: Any = data.world[0]
        self.stacks = stacks
        self.hex_width, self.hex_height = (5, 2) if hex_numbers else (3, 1)
        self.canvas = Canvas(board_width(hex_numbers), ROWS * self.hex_height + 2)
        self.piles = {int(hex) for hex in self.world.pile_hex[: self.world.piles]}
        self.on_path = {hex for path in data.paths for hex in path.hexes}
        self.red = {frozenset(hexside) for hexside in data.red_hexsides}
        self.bridge = frozenset(data.ruined_bridge)
        self.draw_labels()
        for hex in range(HEXES):
            self.draw_ground(hex)
            if hex_numbers:
                self.draw_number(hex)
            self.draw_southern_hexsides(hex)
            self.draw_eastern_hexside(hex)
            if not self.draw_pieces(hex):
                self.draw_marks(hex)

    def place(self, hex: int) -> tuple[int, int]:
        """Where the text of a hex begins."""
        row, column = divmod(hex, COLUMNS)
        pushed = self.hex_width // 2 + 1 if row % 2 else 0
        return _MARGIN + column * self.hex_width + pushed, 1 + row * self.hex_height

    def foot(self, hex: int) -> tuple[int, int]:
        """Where the last line of a hex begins."""
        x, y = self.place(hex)
        return x, y + self.hex_height - 1

    def draw_labels(self) -> None:
        """Column numbers above stand over the even rows, those below under the odd rows."""
        for column in range(COLUMNS):
            self.canvas.put(self.place(column)[0], 0, f"{column:02d}", DIM)
            last_row = (ROWS - 1) * COLUMNS + column
            self.canvas.put(self.place(last_row)[0], ROWS * self.hex_height + 1, f"{column:02d}", DIM)
        right = board_width(self.hex_width == 5) - 2
        for row in range(ROWS):
            _, y = self.foot(row * COLUMNS)
            self.canvas.put(0, y, f"{row:02d}", DIM)
            self.canvas.put(right, y, f"{row:02d}", DIM)

    def draw_ground(self, hex: int) -> None:
        x, y = self.place(hex)
        here = ground(self.world, hex).ground
        row, column = divmod(hex, COLUMNS)
        for line in range(y, y + self.hex_height):
            self.canvas.put(x, line, " " * (self.hex_width - 1), Ink(ground=here))
            if row % 2 == 0:
                self.canvas.put(x + self.hex_width - 1, line, " ", Ink(ground=here))
                continue
            if column == 0:
                self.canvas.put(x - 1, line, "▐", Ink(here), bare=" ")
            beyond = ground(self.world, hex + 1).ground if column < COLUMNS - 1 else None
            self.canvas.put(x + self.hex_width - 1, line, "▌", Ink(here, beyond), bare=" ")

    def draw_number(self, hex: int) -> None:
        x, y = self.place(hex)
        here = ground(self.world, hex)
        self.canvas.put(x, y, hex_name(hex), Ink(here.colour, here.ground))

    def draw_marks(self, hex: int) -> None:
        """The terrain or a star; behind it a rock pile, the entry circle or a path."""
        x, y = self.foot(hex)
        here = ground(self.world, hex)
        if self.world.key_of[hex] >= 0:
            self.canvas.put(x, y, "★", Ink(STAR, here.ground, bold=True))
        elif not (here.letter == "." and self.has_river(hex, SOUTH_WEST)):
            self.canvas.put(x, y, here.letter, Ink(here.colour, here.ground))
        circle = self.world.entry[hex] & ENTRY_CIRCLE
        mark = "o" if hex in self.piles else "O" if circle else ":" if hex in self.on_path else ""
        if mark:
            underlined = self.has_river(hex, SOUTH_EAST)
            self.canvas.put(x + 1, y, mark, Ink(MARK, here.ground, bold=True, underlined=underlined))

    def has_river(self, hex: int, direction: int) -> bool:
        return bool(self.world.river[hex, direction])

    def is_red(self, hex: int, direction: int) -> bool:
        return frozenset((hex, int(self.world.neighbour[hex, direction]))) in self.red

    def draw_eastern_hexside(self, hex: int) -> None:
        """The river runs down the gap."""
        if self.has_river(hex, EAST):
            bridge = self.bridge == frozenset((hex, int(self.world.neighbour[hex, EAST])))
            x, y = self.place(hex)
            for line in range(y, y + self.hex_height):
                ink = Ink(RIVER, ground(self.world, hex).ground, bold=True)
                self.canvas.put(x + self.hex_width - 1, line, "╪" if bridge else "┃", ink, bare="=" if bridge else "|")

    def draw_southern_hexsides(self, hex: int) -> None:
        """River and red hexsides lie at the foot of the hex."""
        x, y = self.foot(hex)
        half = self.hex_width // 2
        gap = x + self.hex_width - 1
        here = ground(self.world, hex).ground
        for direction, left in ((SOUTH_WEST, x), (SOUTH_EAST, x + half)):
            if self.has_river(hex, direction) or self.is_red(hex, direction):
                red = self.is_red(hex, direction)
                ink, bare = Ink(RED if red else RIVER, here, bold=True), "=" if red else "_"
                self.canvas.put(left, y, "▂" * half, ink, bare=bare * half)
                if direction == SOUTH_EAST and self.reaches_gap(hex):
                    self.canvas.put(gap, y, "▂", ink, bare=bare)

    def reaches_gap(self, hex: int) -> bool:
        """In an even row the gap is part of the hex; in an odd row it joins two rivers."""
        row, column = divmod(hex, COLUMNS)
        return row % 2 == 0 or (column < COLUMNS - 1 and self.has_river(hex + 1, SOUTH_WEST))

    def draw_pieces(self, hex: int) -> bool:
        """The stacks in the hex; False if there are none."""
        free, dark = self.stacks.at(hex)
        x, y = self.foot(hex)
        large = self.hex_height == 2
        if free and dark:
            own, theirs = both_sides(free, dark, large)
            self.canvas.put(x, y, own, MELEE_FREE)
            self.canvas.put(x + len(own), y, theirs, MELEE_DARK)
        elif free or dark:
            self.canvas.put(x, y, one_side(free or dark, large), FREE if free else DARK)
        return bool(free or dark)
