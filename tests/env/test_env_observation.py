"""Observations: each form tells every public fact, entries keep to their range, both sides use the same channels."""

import subprocess
import sys

import numpy as np
import pytest
from env_helpers import choose

from bofa_env import bofa_v0, observation
from bofa_env.batch import Games
from bofa_env.rules import nodes
from bofa_env.rules.actions import CHIPS, PHASES
from bofa_env.rules.record import OPTIONS
from bofa_env.rules.seats import SIDE_OF_SEAT
from bofa_env.rules.world import AREAS, COLUMNS, PIECES, SIDES
from bofa_env.views import View

GLOBALS = [name for name, _ in observation.GLOBALS]
CHANGING = [name for name, _ in observation.CHANGING]
COLUMN_NAMES = [name for name, _ in observation.COLUMNS_OF_PIECE]
PLANES = [name for name, _ in observation.PLANES]
KINDS = [  # ruleset, options, deployment
    ("basic", (), "historical"),
    ("standard", (), "historical"),
    ("standard", ("bats", "hysteria", "thorin", "chieftains", "extra_elves", "extra_turns", "extra_stacking"), "random"),
    ("standard", ("four_players", "variable_reinforcements"), "free"),
]


def tables(form, seen):
    """The piece table and the global entries of one observation; what a form says elsewhere is put together."""
    if form == "flat":
        row = seen["flat"]
        changing = row[len(GLOBALS) :].reshape(PIECES, len(CHANGING))
        return {name: changing[:, i].astype(int) for i, name in enumerate(CHANGING)}, _globals(row)
    if form == "tokens":
        return {name: seen["tokens"][:, i].astype(int) for i, name in enumerate(COLUMN_NAMES)}, _globals(seen["vector"])
    status = seen["vector"][len(GLOBALS) :].reshape(PIECES, 6).astype(int)
    names = ("where", "hits", "marks_low", "marks_high", "depth", "selected")
    pieces = {name: status[:, i] for i, name in enumerate(names)}
    pieces |= {name: np.zeros(PIECES, int) for name in ("column", "row", "relation", "chosen")}
    planes = dict(zip(PLANES, seen["planes"], strict=True))
    for whose in ("own", "enemy"):
        for slot in ("unit_1", "unit_2", "unit_3", "unit_4", "leader", "leader_2"):
            plane = planes[f"{whose}_{slot}_piece"]
            for row, column in np.argwhere(plane):
                piece = int(plane[row, column]) - 1
                pieces["column"][piece], pieces["row"][piece] = column + 1, row + 1
                pieces["relation"][piece] = 1 if whose == "own" else 3
                pieces["chosen"][piece] = planes["chosen"][row, column] == 1
    return pieces, _globals(seen["vector"])


def _globals(row):
    return {name: int(row[i]) for i, name in enumerate(GLOBALS)}


def hex_of(entries, name):
    column, row = entries[f"{name}_column"], entries[f"{name}_row"]
    return column - 1 + COLUMNS * (row - 1) if column else -1


def compare(form, seen, game, seat):
    """Rebuild the state from the observation alone, and compare it with the game's."""
    pieces, entries = tables(form, seen)
    record, world = game.record[0], game.data.world[0]
    side = SIDES[SIDE_OF_SEAT[seat]]
    enemy = SIDES[1 - SIDE_OF_SEAT[seat]]

    # pieces: where, hits, marks, who holds them, order within the stack
    hexes = np.where(pieces["where"] == 0, pieces["column"] - 1 + COLUMNS * (pieces["row"] - 1), -pieces["where"])
    assert np.array_equal(hexes, record.hex)
    assert np.array_equal(pieces["hits"], record.hits)
    assert np.array_equal(pieces["marks_low"] + 256 * pieces["marks_high"], record.marks)
    assert {int(piece) for piece in np.flatnonzero(pieces["selected"])} == {int(p) for p in record.group[: record.group_size]}
    on_map = pieces["where"] == 0
    assert np.array_equal((pieces["relation"] == 3)[on_map], (world.side != SIDE_OF_SEAT[seat])[on_map])
    for its_side in range(2):
        for hex in {int(h) for h in record.hex[on_map & (world.side == its_side)]}:
            stack = np.flatnonzero((record.hex == hex) & (world.side == its_side))
            rebuilt = [game.data.pieces[i] for i in sorted(stack, key=lambda i: pieces["depth"][i])]
            top, expected = int(record.top[its_side, hex]), []
            while top >= 0:
                expected.append(game.data.pieces[top])
                top = int(record.below[top])
            assert rebuilt == expected
    if form != "planes":
        assert pieces["strength"].tolist() == [game.piece(name).strength for name in game.data.pieces]

    # the frame
    assert entries["turn"] == game.turn and entries["last_turn"] == record.last_turn
    assert entries["free_peoples"] == (side == "free_peoples")
    assert entries["to_decide"] == (game.player == game.players[seat]) and entries["seat"] == seat
    assert entries["standard"] == (game.ruleset == "standard")
    assert tuple(option for option in OPTIONS if entries[f"option_{option}"]) == game.options
    assert [phase for phase in PHASES if entries[f"phase_{phase.lower()}"]] == ([game.phase] if game.phase else [])
    phasing = side if entries["own_phase"] else enemy if entries["enemy_phase"] else None
    assert phasing == game.phasing_player
    assert {chip: entries[f"cup_{chip.lower()}"] for chip in CHIPS} == game.cup
    assert (CHIPS[entries["held_chip"] - 1] if entries["held_chip"] else None) == game.held_chip
    assert entries["chosen_chip"] - 1 == record.chosen and entries["phase_number"] == record.phase_number
    holders = {
        area: side if entries[f"own_holds_{area}"] else enemy if entries[f"enemy_holds_{area}"] else None for area in AREAS
    }
    assert holders == game.areas()
    assert entries["spells_done"] == record.spells_done and entries["over"] == record.over
    assert (entries["last_die"] or None) == game.last_die

    # the decision
    decided = [name for name in nodes.DECISIONS if entries[f"decision_{name}"]]
    assert decided == ([game.decision] if game.decision else [])
    assert entries["subject"] - 1 == record.subject
    if game.decision:
        for name in ("origin", "target", "over_limit"):
            assert hex_of(entries, name) == record[name]
        if game.decision in ("attackers", "take_hit"):
            assert hex_of(entries, "second_wave") == record.wave
            wanted = {int(hex) for hex in record.attackers[: record.attacker_count]} - {int(record.wave)}
            assert {int(hex) for hex in hexes[pieces["chosen"] == 1]} - {int(record.wave)} == wanted
        if game.decision == "shooters":
            wanted = {int(hex) for hex in record.shooters[: record.shooter_count]}
            assert {int(hex) for hex in hexes[pieces["chosen"] == 1]} == wanted


@pytest.mark.parametrize("form", observation.FORMS)
@pytest.mark.parametrize(("ruleset", "options", "deployment"), KINDS)
def test_everything_can_be_rebuilt(form, ruleset, options, deployment):
    games = Games(4, ruleset, options, deployment, seed=3, autoreset="disabled")
    rng = np.random.default_rng(3)
    seats = list(games.players_by_seat)
    for number in range(700):
        if number % 8 == 0 or 500 < number < 530:
            seat = seats[number // 8 % len(seats)]
            seen = games.observe(form, [seat] * 4)
            index = number % 4
            compare(form, {name: array[index] for name, array in seen.items()}, games.game(index), seat)
        games.step(choose(games.masks, rng))


@pytest.mark.parametrize("form", observation.FORMS)
@pytest.mark.parametrize(("ruleset", "options", "deployment"), KINDS)
def test_every_entry_keeps_to_its_range(form, ruleset, options, deployment):
    games = Games(16, ruleset, options, deployment, seed=1)
    most, rng, buffers = observation.largest(form), np.random.default_rng(1), observation.buffers(form, 16)
    assert all(array.min() >= 1 for array in most.values())
    for number in range(900):
        if number % 3 == 0:
            for name, array in games.observe(form, out=buffers).items():
                assert (array <= most[name]).all(), (name, np.argwhere(array > most[name])[:3])
        games.step(games.sample(rng))


@pytest.mark.parametrize("form", observation.FORMS)
def test_floats_are_shares_of_the_largest_value(form):
    whole, share = bofa_v0.raw_env(observation=form), bofa_v0.raw_env(observation=form, dtype="float32")
    whole.reset(seed=1)
    share.reset(seed=1)
    space = share.observation_space("dark_army")
    for agent in whole.agents:
        numbers, floats = whole.observe(agent)["observation"], share.observe(agent)["observation"]
        if form == "flat":
            numbers, floats = {"flat": numbers}, {"flat": floats}
        for name, most in observation.largest(form).items():
            assert floats[name].dtype == np.float32
            assert np.allclose(floats[name] * most, numbers[name], atol=1e-4)
        assert space.contains(share.observe(agent))


def test_both_sides_use_the_same_channels():
    """What is own to one is enemy to the other: in the planes, the tokens and the global entries."""
    games, rng = Games(2, seed=9), np.random.default_rng(9)
    own = [i for i, name in enumerate(PLANES) if name.startswith("own_")]
    enemy = [i for i, name in enumerate(PLANES) if name.startswith("enemy_")]
    assert [PLANES[i][4:] for i in own] == [PLANES[i][6:] for i in enemy]
    for number in range(400):
        if number % 20 == 0:
            free, dark = games.observe("planes", [0, 0]), games.observe("planes", [1, 1])
            assert np.array_equal(free["planes"][:, own], dark["planes"][:, enemy])
            assert np.array_equal(free["planes"][:, enemy], dark["planes"][:, own])
            ground = len(observation.GROUND)
            assert np.array_equal(free["planes"][:, :ground], dark["planes"][:, :ground])
            for name in [name for name in GLOBALS if name.startswith("own_") and name != "own_first"]:
                i, j = GLOBALS.index(name), GLOBALS.index(name.replace("own_", "enemy_"))
                assert np.array_equal(free["vector"][:, i], dark["vector"][:, j])
            free, dark = games.observe("tokens", [0, 0])["tokens"], games.observe("tokens", [1, 1])["tokens"]
            assert np.array_equal(free[..., 0], 4 - dark[..., 0]) and np.array_equal(free[..., 1:], dark[..., 1:])
        games.step(games.sample(rng))


@pytest.mark.parametrize("form", observation.FORMS)
def test_some_games_are_seen_as_among_all(form):
    games, rng = Games(6, seed=2), np.random.default_rng(2)
    for _ in range(60):
        games.step(games.sample(rng))
    view, seats = View(form), np.array([0, 1, 0, 1, 1, 0], np.int8)
    which = np.array([False, True, True, False, False, True])
    everything, some = view.of(games, seats), view.of_some(games, which, seats)
    for place, index in enumerate(np.flatnonzero(which)):
        one, other = view.one(everything, index), view.one(some, place)
        single = view.of_game(games.game(index), int(seats[index]))
        for name in one if isinstance(one, dict) else [...]:
            assert np.array_equal(one[name], other[name]) and np.array_equal(one[name], single[name])


@pytest.mark.parametrize("form", observation.FORMS)
def test_arrays_may_be_used_again_for_another_battle(form):
    """Whatever they held: nothing of an earlier battlefield, position or player is left in them."""
    arrays = observation.buffers(form, 3)
    for scenario in ("full", "skirmish", "full", "gate"):
        games = Games(3, scenario=scenario, seed=5)
        for _ in range(2):
            wanted = games.observe(form)
            assert games.observe(form, out=arrays) is arrays
            assert all(np.array_equal(arrays[name], wanted[name]) for name in wanted), scenario
            games.observe(form, [2, 3, 0], arrays)  # somebody else looks
            for array in arrays.values():
                array[1] = 7  # or writes into it


@pytest.mark.parametrize("form", observation.FORMS)
def test_where_no_game_was_set_up_there_is_nothing_to_see(form):
    """Rows of `final` are such until a game has ended there. In a process of its own: compiled code that does not come back
    could not be stopped from here.
    """
    code = (
        "import numpy as np\n"
        "from bofa_env import observation\n"
        "from bofa_env.batch import Games\n"
        f"games, form = Games(2, seed=1), {form!r}\n"
        "arrays = {name: np.full_like(array, 9) for name, array in observation.buffers(form, 2).items()}\n"
        "door, rest = observation.observer(form, arrays, games.data)\n"
        "door(games.data.world, games.final, 0, 2, np.zeros(2, np.int8), *rest)\n"
        "for name, array in arrays.items():\n"
        "    assert not array[:, len(observation.GROUND) if name == 'planes' else 0 :].any(), name\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
