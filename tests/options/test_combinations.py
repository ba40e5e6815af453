"""Options alone and together: whole games with their invariants, pairs that touch, refusals, and no cost when idle."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from bofa_env import Game
from bofa_env.errors import IllegalAction, PositionError, UnknownName
from bofa_env.rules.record import OPTIONS
from bofa_env.rules.world import DWARF, EAGLE, ELF, GOBLIN, RIDER
from tests.helpers import DARK, FREE, distance, hexes, maybe, move, neighbours, sparse, verbs
from tests.options.board import (
    BASIC,
    RULESETS,
    STANDARD,
    alive,
    battle,
    begin,
    dawn,
    end_phase,
    eve,
    regroup,
    rolls,
    wait,
)

HERE, WEST, EAST = "1717", "1617", "1817"
FOOT, RIDERS = "azug sword 1", "thrak rider 1"

# --- whole games


def together(ruleset: str, players: str) -> tuple[str, ...]:
    """All options that go together; hysteria needs standard (R33)."""
    left_out = {"three_players", "four_players"} - {players} | ({"hysteria"} if ruleset == BASIC else set())
    return tuple(option for option in OPTIONS if option not in left_out)


GAMES = [
    *((ruleset, (option,)) for ruleset in RULESETS for option in OPTIONS if (ruleset, option) != (BASIC, "hysteria")),
    *((ruleset, together(ruleset, players)) for ruleset in RULESETS for players in ("three_players", "four_players")),
]


@pytest.mark.parametrize(("ruleset", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else "+".join(value))
def test_random_games_come_to_an_end(ruleset: str, options: tuple[str, ...]) -> None:
    """O-1 to O-9, alone and all together: every state is sound, saved exactly, and its mask is true"""
    play_and_check(Game(ruleset, options, "random", 11), random.Random(11))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_games_with_everything(ruleset: str, seed: int) -> None:
    """O-1 to O-9: as above, with other seeds and set-ups"""
    players = ("three_players", "four_players")[seed % 2]
    deployment = ("historical", "free", "random")[seed % 3]
    play_and_check(Game(ruleset, together(ruleset, players), deployment, seed), random.Random(seed))


def play_and_check(game: Game, rng: random.Random) -> None:
    """A game by two players who seldom pass, looked at closely now and then."""
    taken = 0
    while not game.over:
        assert len(game.legal_actions()) > 1  # forced decisions are taken by the engine
        if taken % 50 == 0 or game.decision == "choose_chip":
            check_pieces(game)
        if taken % 250 == 0:
            check_round_trip(game)
            check_mask(game, rng)
        game.play(seldom_pass(game, rng))
        taken += 1
        assert taken < 60_000
    check_pieces(game)
    check_round_trip(game)
    assert game.turn <= (16 if "extra_turns" in game.options else 12)


PASS = [Game.action_number(name) for name in ("done", "none", "skip")]


def seldom_pass(game: Game, rng: random.Random) -> int:
    """A random action; `done` and the like only one time in six."""
    actions = game.legal_actions()
    eager = [action for action in actions if action not in PASS]
    return rng.choice(eager if eager and rng.random() < 5 / 6 else actions)


def check_pieces(game: Game) -> None:
    """Each piece in one place, the living counted, and no stack over the limit unless a friend must leave it next."""
    record, world = game.record[0], game.data.world[0]
    places, tops, belows, sides = (array.tolist() for array in (record.hex, record.top, record.below, world.side))
    for side in range(2):
        living = sum(place >= -1 and its_side == side for place, its_side in zip(places, sides, strict=True))
        assert record.alive[side] == living  # on the map, or to come
    stacks: dict[tuple[int, int], list[int]] = {}
    for piece, place in enumerate(places):
        if place >= 0:
            stacks.setdefault((sides[piece], place), []).append(piece)
    making_room = {int(record.over_limit)}
    for (side, hex), pieces in stacks.items():
        found, piece = [], tops[side][hex]
        while piece >= 0:
            found.append(piece)
            piece = belows[piece]
        assert sorted(found) == pieces
        if len(pieces) > 1 and hex not in making_room and game.decision not in ("regroup_step", "regroup_shift"):
            assert within_limits(game, pieces), [game.data.pieces[piece] for piece in pieces]


def within_limits(game: Game, pieces: list[int]) -> bool:
    """Chapter 8 once more, in plain Python."""
    world, hits = game.data.world[0], game.record[0].hits
    leaders = [piece for piece in pieces if world.leader[piece]]
    units = [piece for piece in pieces if not world.leader[piece]]
    if len(leaders) > 1 or (int(world.beorn) in pieces and len(pieces) > 1):
        return False
    if game.ruleset == STANDARD and any(world.kind[piece] == EAGLE for piece in pieces):  # R16
        return len(units) <= 1 and all(world.kind[piece] == EAGLE for piece in pieces)
    riders = sum(world.weapon[piece] == RIDER for piece in units)
    goblins = sum(world.kind[piece] == GOBLIN for piece in units)
    if "extra_stacking" in game.options and (len(units), goblins, riders) == (2, 2, 1):
        return True  # O-7; hits may have thinned it
    kinds = {int(world.kind[piece]) for piece in units}
    full = sum(hits[piece] == 0 for piece in units)
    return len(units) <= 1 or (len(units) == 2 and full == 0 and not {ELF, DWARF} <= kinds)


def check_round_trip(game: Game) -> None:
    """A position that went through JSON is the same game."""
    again = Game.from_position(json.loads(json.dumps(game.position())))
    assert again.position() == game.position()
    assert (again.legal_actions(), again.player, again.decision) == (game.legal_actions(), game.player, game.decision)


def check_mask(game: Game, rng: random.Random) -> None:
    """What is legal can be played; what is not is refused and changes nothing."""
    legal = set(game.legal_actions())
    for action in rng.sample(range(len(game.action_mask())), 10):
        copy = game.clone()
        if action in legal:
            copy.play(action)
            continue
        with pytest.raises(IllegalAction):
            copy.play(action)
        assert copy.record.tobytes() == game.record.tobytes()


def test_a_game_whose_rocks_missed_is_saved_like_any_other() -> None:
    """S-7, R48; DESIGN 5: both hexes of the slide below 1004 are missed"""
    game = battle({"elves spear 1": "1004", FOOT: "1005", "azug sword 2": "1106"}, player=FREE, turn=2)
    game.dice([6, 4])
    game.play("hex 1004")
    check_round_trip(game)


def test_a_game_that_waits_for_a_regrouped_unit_to_step_aside_is_saved_too() -> None:
    """Chapter 11; DESIGN 5: until it has stepped aside the stack is over the limit"""
    pieces = {"elves spear 1": f"{HERE} reduced", "elves spear 2": f"{HERE} reduced"}
    game = regroup(dawn(pieces, FREE), 1)
    assert game.decision == "regroup_step"
    check_round_trip(game)


def test_a_game_that_waits_for_a_friend_to_be_shifted_is_saved_too() -> None:
    """Chapter 11; DESIGN 5"""
    ring = {f"azug sword {number}": hex for number, hex in enumerate(sorted(neighbours(HERE) - {EAST}), 1)}
    pieces = {"elves spear 1": f"{HERE} reduced", "elves spear 2": f"{HERE} reduced", "elves spear 3": EAST}
    game = regroup(dawn({**pieces, **ring}, FREE), 1)
    assert game.decision == "regroup_shift"
    check_round_trip(game)


# --- refusals


def test_hysteria_needs_standard() -> None:
    """R33"""
    with pytest.raises(UnknownName, match="R33"):
        Game(BASIC, ["hysteria"])
    with pytest.raises(PositionError, match="R33"):
        Game.from_position(sparse({}, options=["hysteria"]))
    assert Game(STANDARD, ["hysteria"], seed=1).options == ("hysteria",)


def test_three_and_four_players_exclude_each_other() -> None:
    """O-2"""
    with pytest.raises(UnknownName, match="O-2"):
        Game(options=["three_players", "four_players"])
    with pytest.raises(PositionError, match="O-2"):
        battle({}, "three_players", "four_players")


@pytest.mark.parametrize("option", ["bat", "Bats", "O-1", ""])
def test_unknown_options_are_refused(option: str) -> None:
    """And the message says which there are"""
    with pytest.raises(UnknownName, match="bats"):
        Game(options=[option])
    with pytest.raises(PositionError, match="bats"):
        battle({}, option)


def test_options_are_not_a_plain_string() -> None:
    """Else its letters would be taken for options"""
    with pytest.raises(UnknownName, match="collection"):
        Game(options="bats")
    with pytest.raises(PositionError, match="list"):
        Game.from_position({**sparse({}), "options": "bats"})


def test_an_option_named_twice_is_one_option() -> None:
    assert Game(options=["bats", "bats"], seed=1).options == ("bats",)


# --- options that are idle cost nothing

Over = Callable[[Game], bool]


def somebody_was_hit(game: Game) -> bool:
    record = game.record[0]
    return bool((record.hits > 0).any() or (record.hex == -2).any())


def a_chieftain_is_dead(game: Game) -> bool:
    return bool((game.data.world[0].chieftain.astype(bool) & (game.record[0].hex == -2)).any())


def thorin_is_out(game: Game) -> bool:
    return game.piece("Thorin").hex != "2006"


def turn_13(game: Game) -> bool:
    return game.turn > 12 or game.over


COMES_INTO_PLAY: dict[str, Over] = {
    "bats": somebody_was_hit,
    "hysteria": somebody_was_hit,
    "chieftains": a_chieftain_is_dead,
    "thorin": thorin_is_out,
    "extra_turns": turn_13,
}


@pytest.mark.parametrize(
    ("ruleset", "option"),
    [(ruleset, option) for ruleset in RULESETS for option in COMES_INTO_PLAY if (ruleset, option) != (BASIC, "hysteria")],
)
def test_an_option_that_does_not_come_into_play_changes_nothing(ruleset: str, option: str) -> None:
    """O-1, O-3, O-4, O-5, O-9: the same decisions for the same players, and the same luck, until it does"""
    comes_into_play = COMES_INTO_PLAY[option]
    longest = 0
    for seed in range(3):
        plain, with_option = Game(ruleset, (), "random", seed), Game(ruleset, (option,), "random", seed)
        rng = random.Random(seed)
        taken = 0
        while not comes_into_play(plain) and not plain.over:
            assert same_but_for_options(plain, with_option)
            action = rng.choice(plain.legal_actions())
            plain.play(action)
            with_option.play(action)
            taken += 1
        longest = max(longest, taken)
    assert longest > 20


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_quiet_game_is_the_same_with_all_that_need_a_fight(ruleset: str) -> None:
    """O-1, O-3, O-4, O-5, O-7: nobody moves or fights for twelve turns"""
    idle = ["bats", "thorin", "chieftains", "extra_stacking", *(["hysteria"] if ruleset == STANDARD else [])]
    plain, with_options = Game(ruleset, (), seed=9), Game(ruleset, idle, seed=9)
    while not plain.over:
        assert same_but_for_options(plain, with_options)
        wait(plain)
        wait(with_options)
    assert with_options.outcome == plain.outcome and plain.turn == 12


THE_SAME = ("turn", "phase", "cup", "held", "hex", "hits", "marks", "alive", "counter", "player", "decision", "legal")


def same_but_for_options(one: Game, other: Game) -> bool:
    return all((one.record[0][name] == other.record[0][name]).all() for name in THE_SAME)


def test_variable_reinforcements_with_the_usual_choice_is_the_usual_game() -> None:
    """O-6"""
    plain, with_option = Game(seed=2), Game(options=["variable_reinforcements"], seed=2)
    with_option.play("tribe osag")
    with_option.play("tribe gurash")
    rng = random.Random(2)
    while not plain.over:
        assert plain.legal_actions() == with_option.legal_actions() and plain.player == with_option.player
        action = rng.choice(plain.legal_actions())
        plain.play(action)
        with_option.play(action)
    assert plain.outcome == with_option.outcome


# --- O-1 and Gandalf


def test_gandalf_guards_against_bats_in_a_melee_too() -> None:
    """O-1.4: stacked with him, wounded or not"""
    pieces = {"elves spear 1": f"{HERE} reduced", "Gandalf": f"{HERE} hits=4 beneath", FOOT: HERE}
    game = begin(eve(pieces, DARK, "bats"), "FIRE")
    assert rolls(game) == 0 and alive(game, "elves spear 1")


def test_when_gandalf_leaves_the_bats_come() -> None:
    """O-1.4"""
    game = eve({"elves spear 1": f"{HERE} reduced", "Gandalf": HERE}, DARK, "bats")
    move(game, HERE, EAST, "1")
    begin(game, "FIRE", 3)
    assert not alive(game, "elves spear 1")


def test_whom_gandalf_has_rallied_the_bats_leave_alone() -> None:
    """O-1.1, S-8: no longer reduced"""
    pieces = {"elves spear 1": f"{HERE} reduced", "Gandalf": "1517", "azug bow 1": "1010", "elves spear 2": "0910"}
    game = battle(pieces, "bats", player=FREE, phase="FIRE", turn=2)
    game.dice([8])
    game.play("spell rally")
    begin(game, "FC")
    assert (game.phase, game.phasing_player) == ("FIRE", DARK) and alive(game, "elves spear 1")


# --- O-4 and regrouping by Gandalf


def rally(pieces: dict[str, str]) -> Game:
    game = battle({"Gandalf": HERE, **pieces}, "hysteria", player=FREE, phase="FIRE", turn=2)
    game.dice([8])
    game.play("spell rally")
    return game


def test_the_rally_ends_hysteria_only_under_a_commanding_leader_on_top() -> None:
    """O-4.4, R53, S-8: regrouped as in chapter 11"""
    pieces = {
        "dwarves axe 1": f"{EAST} reduced hysterical",
        "Dain": EAST,
        "dwarves axe 2": f"{WEST} reduced hysterical",
        "lake_men sword 1": "1917 reduced",
    }
    game = rally(pieces)
    assert [game.piece(name).hysterical for name in ("dwarves axe 1", "dwarves axe 2")] == [False, True]
    assert [game.piece(name).steps for name in ("dwarves axe 1", "dwarves axe 2", "lake_men sword 1")] == [2, 1, 2]


def test_whom_it_could_not_touch_gives_no_reason_to_rally() -> None:
    """R56: a friendly unit within three that could be regrouped; destroy has its target"""
    pieces = {"Gandalf": HERE, "dwarves axe 2": f"{WEST} reduced hysterical", FOOT: "2117"}
    game = battle(pieces, "hysteria", player=FREE, phase="FIRE", turn=2)
    assert verbs(game) == {"none", "spell destroy"}


# --- O-7 and the push (S-8, R29)


def push(pieces: dict[str, str], *options: str) -> Game:
    """Gandalf stands HERE; east of him everything is pushed along the row."""
    game = battle({"Gandalf": HERE, **pieces}, *options, player=FREE, phase="FIRE", turn=2)
    game.dice([7])
    game.play("spell push")
    assert game.last_die == 7
    return game


def test_a_goblin_on_foot_is_pushed_onto_a_rider() -> None:
    """S-8, R29, O-7: they stack instead of displacing"""
    game = push({FOOT: "1917", RIDERS: "2117"}, "extra_stacking")
    assert game.stack("2117", DARK) == [FOOT, RIDERS]


def test_a_rider_is_pushed_under_a_goblin_on_foot() -> None:
    """S-8, O-7: the goblin lies on the rider, whoever came first"""
    game = push({RIDERS: "1917", FOOT: "2117"}, "extra_stacking")
    assert game.stack("2117", DARK) == [FOOT, RIDERS]


def test_without_the_option_the_rider_is_displaced() -> None:
    """S-8, R57: to the nearest hex free of all pieces, the first by row and then by column"""
    game = push({FOOT: "1917", RIDERS: "2117"})
    assert (game.piece(FOOT).hex, game.piece(RIDERS).hex) == ("2117", "2116")


@pytest.mark.parametrize("options", [(), ("extra_stacking",)])
def test_others_are_displaced_with_the_option_and_without(options: tuple[str, ...]) -> None:
    """S-8: only wolves are stacked: not two on foot, not two riders"""
    for pushed, stands in ((FOOT, "azug sword 2"), (RIDERS, "thrak rider 2"), (FOOT, "wolves beast 1")):
        game = push({pushed: "1917", stands: "2117"}, *options)
        assert (game.piece(pushed).hex, game.piece(stands).hex) == ("2117", "2116"), (pushed, stands)


@pytest.mark.parametrize("options", [(), ("extra_stacking",)])
def test_reduced_units_and_leaders_are_displaced_with_the_option_and_without(options: tuple[str, ...]) -> None:
    """S-8: O-7 changes it for a goblin on foot and a rider, for nobody else"""
    game = push({FOOT: "1917 reduced", "azug sword 2": "2117 reduced"}, *options)
    assert (game.piece(FOOT).hex, game.piece("azug sword 2").hex) == ("2117", "2116")
    game = push({"Azug": "1917", "azug sword 2": "2117"}, *options)
    assert (game.piece("Azug").hex, game.piece("azug sword 2").hex) == ("2117", "2116")


def test_nobody_is_pushed_more_than_two_hexes() -> None:
    """S-8, R29: the goblins come to rest on riders who are within three hexes themselves"""
    game = push({FOOT: "1817", RIDERS: "2017"}, "extra_stacking")
    assert distance(HERE, str(game.piece(FOOT).hex)) == 3


def test_where_a_stack_is_joined_by_force_the_leader_lies_on_top() -> None:
    """R17, R65"""
    game = push({FOOT: "1917", "Azug": "1917 beneath", RIDERS: "2117"}, "extra_stacking")
    assert game.stack("2117", DARK) == ["Azug", FOOT, RIDERS]


# --- O-5 and O-6


def test_the_chieftain_of_a_late_tribe_returns_like_any_other() -> None:
    """O-5, O-6: Azug's tribe came over the mountain; some of it is still to come"""
    pieces = {"azug sword 1": HERE, "azug sword 2": "to come", "Gurash": "2520"}
    game = battle(pieces, "chieftains", "variable_reinforcements", phase="MOVE", turn=5)
    assert (game.piece("Azug").hex, game.piece("Azug").strength) == (HERE, 2)


def test_the_chieftain_waits_while_his_late_tribe_is_to_come() -> None:
    """O-5, O-6, R54"""
    pieces = {"azug sword 1": "to come", "Gurash": "2520"}
    game = battle(pieces, "chieftains", "variable_reinforcements", phase="MOVE", turn=5)
    assert not alive(game, "Azug")
    assert not game.piece("Azug").to_come


def test_the_chieftain_of_a_tribe_that_set_up_early_returns_to_it() -> None:
    """O-5, O-6: Osag among the first host"""
    game = Game(options=["chieftains", "variable_reinforcements"], deployment="random", seed=3)
    game.play("tribe azug")
    game.play("tribe thuk")
    assert game.piece("Osag").hex is not None and game.piece("Azug").to_come
    pieces = {"osag spear 1": HERE, "Gurash": "2520"}
    early = battle(pieces, "chieftains", "variable_reinforcements", phase="MOVE", turn=2, player=DARK)
    assert early.piece("Osag").hex == HERE


# --- O-4 and the others


def test_chieftains_return_when_units_may_be_hysterical() -> None:
    """O-4 with O-5: both happen at the start of the same phase"""
    pieces = {FOOT: HERE, "thuk sword 1": f"{EAST} hysterical", "Gurash": "2520"}
    game = begin(eve(pieces, DARK, "hysteria", "chieftains"), "MOVE", 7)
    maybe(game, "chieftain", f"hex {HERE}")
    maybe(game, "chieftain", f"hex {EAST}")
    assert game.piece("Azug").hex == HERE and game.piece("Thuk").hex == EAST


def test_they_run_before_the_chieftain_looks_for_them() -> None:
    """O-4.2, O-5.1: at the start of the phase; he then returns to where his goblins are"""
    game = begin(eve({FOOT: f"{HERE} hysterical", "Gurash": "2520"}, DARK, "hysteria", "chieftains"), "MOVE", 1, 1)
    assert game.piece(FOOT).hex == EAST == game.piece("Azug").hex


def test_the_star_is_in_the_column_that_thorin_shifts_to() -> None:
    """O-3 with O-4: 8 against 5 is +3, resolved with its star as +5…+6"""
    pieces = {"dwarves axe 6": WEST, FOOT: HERE, "Thorin": "2008"}
    for options, mad in ((("hysteria", "thorin"), True), (("hysteria",), False)):
        game = battle(pieces, *options, player=FREE)
        attack_with_courage(game, 3, 10)
        assert game.piece(FOOT).hysterical == mad


def attack_with_courage(game: Game, *dice: int) -> None:
    game.dice(dice)
    game.play(f"hex {HERE}")
    maybe(game, "attackers", f"hex {WEST}")
    maybe(game, "attackers", "commit")


def test_mad_riders_stop_under_goblins_on_foot() -> None:
    """O-4 with O-7, R31: stacking does not forbid it"""
    for options, end in ((("hysteria", "extra_stacking"), EAST), (("hysteria",), HERE)):
        game = begin(eve({RIDERS: f"{HERE} hysterical", FOOT: EAST}, DARK, *options), "MOVE", 1, 1)
        assert game.piece(RIDERS).hex == end
    assert game.stack(EAST, DARK)[0] == FOOT


def test_mad_goblins_die_of_no_bats_but_mad_men_do() -> None:
    """O-1 with O-4: reduced is reduced"""
    pieces = {"lake_men sword 1": f"{HERE} reduced hysterical", FOOT: f"{EAST} reduced hysterical"}
    game = battle(pieces, "bats", "hysteria", player=FREE, phase="COMBAT", turn=2)
    game.draws(["FIRE"])
    game.dice([3])
    end_phase(game)
    assert not alive(game, "lake_men sword 1") and alive(game, FOOT)


def test_a_mad_piece_gives_its_owner_no_say_over_the_partners() -> None:
    """O-2 with O-4: the plain army's goblins in the hex are mad; only the second wave's can attack"""
    pieces = {FOOT: f"{WEST} reduced hysterical", "gurash sword 1": f"{WEST} reduced", "lake_men sword 1": HERE}
    game = battle({**pieces, "azug bow 4": "2521"}, "three_players", "hysteria")
    assert game.player == "plain_host" and HERE not in hexes(game)
    game.play("done")
    assert game.player == "second_wave" and HERE in hexes(game)


def test_a_wounded_chieftain_of_half_strength_helps_with_what_he_has() -> None:
    """O-4 with O-5, R53: Azug back with 2: the base is 1 + 2"""
    pieces = {FOOT: f"{HERE} hysterical", "Azug": f"{HERE} hits=2"}
    for die, mad in ((3, False), (4, True)):
        game = battle(pieces, "hysteria", "chieftains", player=DARK, phase="FIRE", turn=2, phase_number=4)
        game.dice([10, 10, die])  # his own two hits first
        end_phase(game)
        assert game.piece(FOOT).hysterical == mad
