"""Every channel of every form against an independent reading (`channels.py`), where each is seen to vary."""

from collections import defaultdict
from functools import cache, partial

import numpy as np
import pytest
from channels import expected, named
from env_helpers import choose

from bofa_env import observation
from bofa_env.batch import Games
from bofa_env.views import View
from tests.helpers import FREE, position
from tests.standard.common import before_turn, standard

FORMS = observation.FORMS
GAMES = 8  # side by side
BATTLES = [  # ruleset, options, deployment, scenario
    ("basic", (), "historical", "full"),
    ("basic", ("variable_reinforcements", "extra_stacking", "extra_elves"), "random", "full"),
    ("standard", (), "historical", "full"),
    ("standard", ("bats", "hysteria", "thorin", "chieftains", "extra_elves", "extra_turns"), "random", "full"),
    ("standard", ("three_players", "hysteria"), "random", "full"),
    ("standard", ("four_players", "variable_reinforcements"), "free", "full"),
    ("standard", (), "historical", "skirmish"),
    ("standard", (), "historical", "second_wave"),
]


class Seen:
    """Compares observations, and remembers which values each channel has shown."""

    def __init__(self):
        self.values = defaultdict(set)

    def compare(self, form, arrays, wanted):
        for table, channels in named(form, arrays).items():
            for name, found in channels.items():
                right = np.asarray(wanted[table][name])
                assert np.array_equal(found, right), f"{form}: {table}: {name}"
                self.values[table, name].update(np.unique(right).tolist())


def play(seen, battle, steps=1500):
    """Random games: every so often, and at every new kind of decision, one of them is looked at from every seat."""
    ruleset, options, deployment, scenario = battle
    games = Games(GAMES, ruleset, options, deployment, seed=11, scenario=scenario, autoreset="disabled")
    rng, met = np.random.default_rng(11), set()
    buffers = {form: observation.buffers(form, GAMES) for form in FORMS}  # used again and again, as the environments do
    for number in range(steps):
        index = number // 40 % GAMES
        over = games.players < 0
        kinds = set(games.decisions[~over].tolist()) - met
        if kinds:
            index = int(np.flatnonzero(games.decisions == min(kinds))[0])
            met.add(min(kinds))
        if kinds or number % 40 == 0 or over.all():
            look(seen, games, index, buffers)
        if over.all():
            break
        games.step_where(~over, choose(games.masks, rng))


def look(seen, games, index, buffers):
    for seat in games.players_by_seat:
        wanted = expected(games.game(index), seat)
        for form in FORMS:
            found = games.observe(form, [seat] * GAMES, buffers[form])
            seen.compare(form, {name: array[index] for name, array in found.items()}, wanted)


def see(seen, positions):
    """Single positions, from every seat."""
    for game in positions():
        for seat in game.players:
            wanted = expected(game, seat)
            for form in FORMS:
                found = View(form).of_game(game, seat)
                seen.compare(form, {"flat": found} if form == "flat" else found, wanted)


# --- positions that random games seldom or never come to


def room_to_make():
    """R10: two units on two others, and two stacks with leaders in one hex: only until some have left."""
    reduced = {f"azug sword {number}": f"{hex} reduced" for number, hex in enumerate(("1717", "1717", "1716", "1716"), 1)}
    yield from moved(position(reduced), "1716", "1717")
    dwarves = {f"dwarves axe {number}": f"{hex} reduced" for number, hex in enumerate(("1717", "1717", "1716", "1716"), 1)}
    yield from moved(position(dwarves, player=FREE), "1716", "1717")
    yield from moved(position({"azug sword 1": "1716", "Azug": "1716", "thuk sword 1": "1717", "Thuk": "1717"}), "1716", "1717")
    elves = {"elves spear 1": "1716", "Thranduil": "1716", "lake_men bow 1": "1717", "Bard": "1717"}
    yield from moved(position(elves, player=FREE), "1716", "1717")


def moved(game, start, end):
    """A whole stack goes there; the game at every decision on the way."""
    for action in (f"hex {start}", "take 1+2", f"hex {end}", "leader beneath"):
        if action in game.legal_names():
            game.play(action)
            yield game


def rolling_rocks():
    """S-7: before, while and after the rocks of two piles come down."""
    pieces = {
        "dwarves axe 1": "0803",
        "azug sword 1": "0804",
        "azug sword 2": "0705",
        "dwarves axe 2": "2415",
        "azug sword 3": "2215",
    }
    game = standard(pieces, player=FREE, phase="COMBAT", explicit_chance=True)
    yield game
    for pile in ("0803", "2415"):
        game.play(f"hex {pile}")
        while game.at_chance:
            yield game
            game.happen(10)
        yield game


def dice_in_the_air():
    """A melee with a second wave, an attack and a shot, each before its die falls: the only time to see a second wave."""
    pieces = {
        "azug sword 1": "1717",
        "thuk sword 1": "1716",
        "elves spear 1": "1717",
        "dwarves axe 1": "1720",
        "osag spear 1": "1719",
    }
    for action in (["hex 1717", "hex 1716"], ["hex 1717", "none"]):
        game = standard(pieces, phase="COMBAT", explicit_chance=True)
        for one in action:
            game.play(one)
        assert game.chance_event == "combat"
        yield game
    pieces = {"azug sword 1": "1717", "thuk sword 1": "1816", "elves spear 1": "1817"}
    game = standard(pieces, phase="COMBAT", explicit_chance=True)
    for one in ("hex 1817", "hex 1717", "commit"):
        game.play(one)
        yield game
    assert game.chance_event == "combat"
    yield game
    game = standard({"azug bow 1": "1717", "azug bow 2": "1716", "elves spear 1": "1817"}, phase="FIRE", explicit_chance=True)
    game.play("hex 1817")
    for one in ("hex 1717", "hex 1716", "commit"):
        if one in game.legal_names():
            game.play(one)
            yield game
    assert game.chance_event == "shot"


def all_areas_held():
    """B-11: by one side and by the other, each alone on every key hex."""
    keys = ("2006", "1212", "0509", "0609", "0610", "1203", "2412")
    for army in ("dwarves axe", "azug sword"):
        game = position({f"{army} {number}": hex for number, hex in enumerate(keys, 1)})
        assert len(set(game.areas().values())) == 1 and None not in game.areas().values()
        yield game


def a_friend_is_shifted():
    """S-3.3: a restored unit has no room but another's."""
    around = ("1817", "1617", "1818", "1718", "1816", "1716")
    ring = {f"azug sword {number}": hex for number, hex in enumerate(around, 3)}
    game = before_turn(3, {"azug sword 1": "1717 reduced", "azug sword 2": "1717 reduced", **ring})
    game.dice([1] + [10] * 8)
    game.play("done")
    yield game
    game.play("hex 1817")
    assert game.decision == "regroup_shift"
    yield game


# --- the tests


TOURS = {
    **{f"{ruleset} {scenario} {'+'.join(options)}": partial(play, battle=(ruleset, options, deployment, scenario))
       for ruleset, options, deployment, scenario in BATTLES},
    **{positions.__name__: partial(see, positions=positions)
       for positions in (room_to_make, rolling_rocks, dice_in_the_air, all_areas_held, a_friend_is_shifted)},
}  # fmt: skip


@cache
def seen_on(tour):
    """What was seen; an error where a channel told something else than the independent reading."""
    seen = Seen()
    TOURS[tour](seen)
    return seen


@pytest.mark.parametrize("tour", TOURS)
def test_every_channel_tells_what_it_ought_to(tour):
    assert seen_on(tour).values


# Channels whose every value matters, and all of which are seen; in the order of their tables.
ALL_VALUES = {
    ("planes", "slide"): {0, 1, 2}, ("planes", "chosen"): {0, 1, 2}, ("planes", "level"): {0, 1, 2, 3, 4},
    ("globals", "seat"): {0, 1, 2, 3}, ("globals", "acting"): {0, 1, 2, 3, 4}, ("globals", "phase_number"): set(range(7)),
    ("globals", "chosen_chip"): {0, 1, 2, 3, 4}, ("globals", "held_chip"): {0, 1, 2, 3, 4},
    ("globals", "entry_edges"): {1, 2, 3}, ("globals", "slide_step"): {0, 1, 2}, ("globals", "spell"): {0, 1, 2, 3},
    ("globals", "last_die"): set(range(11)),
    ("pieces", "relation"): {1, 2, 3}, ("pieces", "where"): {0, 1, 2, 3}, ("pieces", "tribe"): set(range(6)),
}  # fmt: skip


def test_every_channel_was_seen_to_vary():
    """No test can tell a channel that is always 0 from one that is broken. There is none: nothing is excepted."""
    values = defaultdict(set)
    for tour in TOURS:
        for channel, seen in seen_on(tour).values.items():
            values[channel] |= seen
    tables = {"planes": observation.PLANES, "globals": observation.GLOBALS, "pieces": observation.COLUMNS_OF_PIECE}
    assert set(values) == {(table, name) for table, channels in tables.items() for name, _ in channels}
    for channel, seen in values.items():
        assert len(seen) > 1 and max(seen) > 0, f"{channel} was always {seen}"
    for channel, wanted in ALL_VALUES.items():
        assert values[channel] == wanted, channel
