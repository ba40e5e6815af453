"""O-2, R52, R64: three and four players: who decides what."""

from __future__ import annotations

import random

import pytest

from bofa_env import Game
from tests.helpers import BOARD, DARK, FREE, SPARE, enter, hexes, lost, maybe, move, neighbours, select, verbs
from tests.options.board import BASIC, RULESETS, battle, begin, dawn, end_phase, eve, regroup, wait

THREE, FOUR = "three_players", "four_players"
PLAIN, WAVE, ELVEN, DWARVEN = "plain_host", "second_wave", "elven_host", "dwarves_and_men"
HERE, WEST, EAST, NORTH = "1717", "1617", "1817", "1716"
PLAIN_ARMIES = {"bolg", "azug", "thuk", "thrak", "wolves", "wargs"}
ELVEN_PIECES = {"Gandalf", "Bilbo", "Beorn", "Thranduil"}
ARCHER = {"azug bow 4": "2521"}  # a spare one for the plain army, beside the other two: always another choice
SPARE_HEXES = {*SPARE.values(), *ARCHER.values()}


def near(game: Game) -> set[str]:
    """The legal hexes, those of the spare archers aside."""
    return hexes(game) - SPARE_HEXES


# --- the seats


def test_the_players_of_three() -> None:
    """O-2: a third player commands the goblins who come over the mountain"""
    game = Game(options=[THREE], seed=1)
    assert set(game.players.values()) == {FREE, PLAIN, WAVE}
    assert [game.side_of(player) for player in (FREE, PLAIN, WAVE)] == [FREE, DARK, DARK]


def test_the_players_of_four() -> None:
    """O-2: the Free Peoples split too"""
    game = Game(options=[FOUR], seed=1)
    assert set(game.players.values()) == {ELVEN, DWARVEN, PLAIN, WAVE}
    assert [game.side_of(player) for player in (ELVEN, DWARVEN, PLAIN, WAVE)] == [FREE, FREE, DARK, DARK]


@pytest.mark.parametrize("option", [THREE, FOUR])
def test_every_piece_has_its_owner(option: str) -> None:
    """O-2: the plain army and the second wave; elves, Beorn, Gandalf, Bilbo; dwarves, men, eagles, Thorin"""
    game = Game(options=[option], seed=1)
    for piece in game.pieces():
        if piece.side == DARK:
            expected = PLAIN if piece.army in PLAIN_ARMIES else WAVE
        elif option == THREE:
            expected = FREE
        else:
            expected = ELVEN if piece.army == "elves" or piece.name in ELVEN_PIECES else DWARVEN
        assert game.owner(piece.name) == expected, piece.name


def test_two_players_own_their_side() -> None:
    """O-2 is an option"""
    game = Game(seed=1)
    assert set(game.players.values()) == {FREE, DARK}
    assert all(game.owner(piece.name) == piece.side for piece in game.pieces())


# --- who decides: the whole table (DESIGN, chapter 4), checked on random games

OF_THE_SUBJECT = {"deploy", "enter", "stack_order", "escape", "dive", "regroup_step", "chieftain"}
OF_THE_CHIPS = {"choose_chip", "held_or_draw", "fire_or_combat", "tribe"}
OF_GANDALF = {"spell", "spell_target", "extra_elf"}


def check_who_decides(game: Game) -> None:
    """R52: chips by the plain army's and the elves' player; everything else by the owner of the pieces."""
    player, record = str(game.player), game.record[0]
    owners = _owners(game)
    if game.decision in OF_THE_CHIPS:
        assert player in (FREE, PLAIN, ELVEN)
    elif game.decision in OF_GANDALF:
        assert player == owners["Gandalf"]
    elif game.decision in OF_THE_SUBJECT:
        assert player == owners[str(game.subject)], (game.decision, game.subject)
    elif game.decision == "destination":
        group = [game.data.pieces[number] for number in record.group[: record.group_size]]
        assert player == owners[group[0]]
        assert record.over_limit >= 0 or {owners[name] for name in group} == {player}
    elif game.decision in ("select", "select_pieces") and record.over_limit < 0:
        origins = hexes(game) if game.decision == "select" else {_hex(int(record.origin))}
        side = game.side_of(player)
        assert all(any(owners[name] == player for name in game.stack(hex, side)) for hex in origins)


def _hex(number: int) -> str:
    return Game.action_name(number)[4:]


_KNOWN: dict[tuple[str, ...], dict[str, str]] = {}


def _owners(game: Game) -> dict[str, str]:
    key = (*game.options, str(int(game.record[0].late_tribes)))
    if key not in _KNOWN:
        _KNOWN[key] = {name: game.owner(name) for name in game.data.pieces}
    return _KNOWN[key]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("options", [(THREE,), (FOUR,), (FOUR, "variable_reinforcements"), (FOUR, "chieftains", "extra_elves")])
def test_everybody_decides_for_his_own_pieces(options: tuple[str, ...], ruleset: str) -> None:
    """O-2, R52: a whole random game, set-up included"""
    game = Game(ruleset, options, "free", 5)
    rng = random.Random(5)
    seen = set()
    while not game.over:
        check_who_decides(game)
        seen.add((game.decision, game.player))
        game.play(rng.choice(game.legal_actions()))
    players = set(game.players.values())
    assert {player for decision, player in seen if decision == "deploy"} == players - {WAVE}  # who comes later
    assert {player for decision, player in seen if decision == "select"} == players
    assert {player for decision, player in seen if decision == "choose_chip"} == players - {WAVE, DWARVEN}


def test_chips_are_the_same_for_all() -> None:
    """O-2: same chips and phases: with everybody passing, three or four players see the same turns as two"""
    traces = []
    for options in ((), (THREE,), (FOUR,)):
        game = Game("basic", options, seed=4)
        trace: list[tuple[int, int, str | None, str | None]] = []
        while not game.over:
            now = (game.turn, int(game.record[0].phase_number), game.phase, game.phasing_player)
            if not trace or trace[-1] != now:
                trace.append(now)
            wait(game)
        traces.append(trace)
    assert traces[0] == traces[1] == traces[2]


@pytest.mark.parametrize(("option", "chooser"), [(THREE, FREE), (FOUR, ELVEN)])
def test_who_chooses_the_chips(option: str, chooser: str) -> None:
    """R52: the plain army's player, and the elves'"""
    game = Game(options=[option], seed=1)
    assert (game.decision, game.player) == ("choose_chip", PLAIN)
    game.play("chip FC")
    assert (game.decision, game.player) == ("choose_chip", chooser)
    game.play("chip MOVE")
    assert (game.decision, game.player) == ("fire_or_combat", PLAIN)


def test_the_holder_of_the_chip_is_the_chooser() -> None:
    """R52"""
    game = battle({"azug sword 1": HERE}, FOUR, player=DARK, phase="MOVE", turn=5, held="COMBAT", phase_number=3)
    end_phase(game)
    assert (game.decision, game.player) == ("held_or_draw", ELVEN)


# --- moving


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_moves_his_own_pieces_the_chooser_first(ruleset: str) -> None:
    """O-2, R64"""
    game = battle({"azug sword 1": HERE, "gurash sword 1": EAST}, THREE, phase="MOVE", ruleset=ruleset)
    assert (game.player, hexes(game)) == (PLAIN, {HERE})
    game.play("done")
    assert (game.player, hexes(game)) == (WAVE, {EAST, "2520"})
    game.play("done")
    assert game.phasing_player == FREE


def test_the_free_peoples_likewise() -> None:
    """O-2, R64: four players"""
    game = battle({"elves spear 1": HERE, "dwarves axe 1": EAST}, FOUR, player=FREE, phase="MOVE", turn=2)
    assert (game.player, hexes(game)) == (ELVEN, {HERE})
    game.play("done")
    assert (game.player, hexes(game)) == (DWARVEN, {EAST, "2620"})


def test_of_a_mixed_stack_each_takes_only_his_own() -> None:
    """O-2: two reduced units of both hosts"""
    pieces = {"azug sword 1": f"{HERE} reduced", "gurash sword 1": f"{HERE} reduced"}
    game = battle({**pieces, **ARCHER}, THREE, phase="MOVE")
    move(game, HERE, WEST)
    assert (game.piece("azug sword 1").hex, game.piece("gurash sword 1").hex) == (WEST, HERE)
    game.play("done")
    assert game.player == WAVE
    move(game, HERE, EAST)
    assert game.piece("gurash sword 1").hex == EAST


def test_a_leader_of_the_other_host_is_not_taken_along() -> None:
    """O-2: Bard on top of elves: they go without him"""
    game = battle({"elves spear 1": HERE, "Bard": HERE}, FOUR, player=FREE, phase="MOVE", turn=2)
    select(game, HERE)
    assert game.decision == "destination"
    game.play(f"hex {WEST}")
    assert (game.piece("elves spear 1").hex, game.piece("Bard").hex) == (WEST, HERE)


def test_the_leaders_owner_says_how_he_lies() -> None:
    """O-2, R17: elves come to Bard; it is for the men's player to say"""
    game = battle({"elves spear 1": HERE, "Bard": EAST}, FOUR, player=FREE, phase="MOVE", turn=2)
    move(game, HERE, EAST)
    assert (game.decision, game.subject, game.player) == ("stack_order", "Bard", DWARVEN)


def test_who_must_make_room_is_moved_by_his_own_owner() -> None:
    """R10, R64: the plain army's goblins take the place of the second wave's"""
    game = battle({"azug sword 1": HERE, "gurash sword 1": EAST, "azug sword 2": "1010"}, THREE, phase="MOVE")
    move(game, HERE, EAST)
    assert (game.decision, game.player) == ("destination", WAVE)
    assert EAST not in hexes(game)
    game.play("hex 1917")
    assert (game.player, game.decision) == (PLAIN, "select")
    assert game.piece("gurash sword 1").hex == "1917"


def test_where_both_could_make_room_they_do_not_leave_as_one() -> None:
    """O-2, R10, R55: either of them may go, but nobody moves the partner's piece along with his own"""
    pieces = {"azug sword 1": f"{EAST} reduced", "gurash sword 1": f"{EAST} reduced", "thrak sword 1": f"{HERE} reduced"}
    game = battle({**pieces, **ARCHER}, THREE, phase="MOVE")
    move(game, HERE, EAST)
    assert game.decision == "select_pieces"
    assert verbs(game) == {"take 1", "take 2"}


def test_escapes_are_the_leaders_owners() -> None:
    """O-2, S-10: Gandalf's is the elves' player, Bard's the men's"""
    for leader, owner in (("Gandalf", ELVEN), ("Bard", DWARVEN)):
        game = battle({"azug sword 1": WEST, leader: HERE}, FOUR, phase="MOVE")
        move(game, WEST, HERE)
        assert (game.decision, game.subject, game.player) == ("escape", leader, owner)


def test_dives_are_the_eagles_owners() -> None:
    """O-2, S-7: dwarves, men and eagles"""
    game = battle({"eagles talon 1": "2204", "azug sword 1": "2203"}, FOUR, player=FREE, phase="MOVE", turn=8)
    move(game, "2204", "2202")
    assert (game.decision, game.player) == ("dive", DWARVEN)


# --- reinforcements


def test_the_second_wave_brings_on_its_own_tribes() -> None:
    """O-2, B-5: Osag and Gurash in turn 4; Bolg's host is the plain army's"""
    pieces = {"gurash sword 1": "to come", "Osag": "to come", "bolg axe 1": "to come", "azug sword 1": HERE}
    game = battle(pieces, THREE, phase="MOVE", turn=5)
    assert game.player == PLAIN
    game.play("enter")
    assert (game.player, game.subject) == (PLAIN, "bolg axe 1")
    game.play("skip")
    assert "enter" not in verbs(game)
    game.play("done")
    assert game.player == WAVE
    enter(game, "gurash sword 1", "1000")
    assert game.piece("gurash sword 1").hex == "1000"


def test_eagles_and_beorn_are_brought_on_by_their_owners() -> None:
    """O-2, B-5"""
    pieces = {"Beorn": "to come", "Gwaihir": "to come", "elves spear 1": HERE}
    game = battle(pieces, FOUR, player=FREE, phase="MOVE", turn=8)
    game.play("enter")
    assert (game.player, game.subject) == (ELVEN, "Beorn")
    game.play("skip")
    game.play("done")
    game.play("enter")
    assert (game.player, game.subject) == (DWARVEN, "Gwaihir")


# --- combat

ENEMY = {"dwarves axe 6": HERE}


def test_each_attacks_with_his_own_pieces_first() -> None:
    """R52: the target may be anybody's, the first attackers are one's own; then the partner's may join"""
    game = battle({**ENEMY, "azug sword 1": WEST, "gurash sword 1": EAST}, THREE)
    assert (game.player, near(game)) == (PLAIN, {HERE})
    game.play(f"hex {HERE}")  # only WEST can be first, so it is
    assert (game.decision, hexes(game), verbs(game)) == ("attackers", {EAST}, {"commit"})
    game.dice([10])
    game.play(f"hex {EAST}")  # all are named: 9 against 8
    assert (game.decision, game.player) == ("take_hit", PLAIN)
    assert hexes(game) == {WEST, EAST}
    game.play(f"hex {EAST}")
    assert lost(game, "gurash sword 1") == 1


def test_the_partners_pieces_are_then_used_up() -> None:
    """R52, B-7: each piece takes part in at most one combat per phase"""
    game = battle({**ENEMY, **ARCHER, "azug sword 1": WEST, "gurash sword 1": EAST}, THREE)
    game.play(f"hex {HERE}")
    game.dice([6])
    game.play(f"hex {EAST}")
    game.play("done")
    assert (game.player, near(game)) == (WAVE, set())


def test_the_second_partner_may_use_the_firsts_pieces_too() -> None:
    """R52: decided by the owner of the pieces selected first"""
    game = battle({**ENEMY, "azug sword 1": WEST, "gurash sword 1": EAST}, THREE)
    game.play("done")
    assert (game.player, near(game)) == (WAVE, {HERE})
    game.play(f"hex {HERE}")
    assert (game.player, hexes(game)) == (WAVE, {WEST})


def test_one_cannot_attack_with_the_partners_pieces_alone() -> None:
    """O-2: each decides for his own"""
    game = battle({**ENEMY, "gurash sword 1": EAST, "azug sword 1": "1010", "elves spear 1": "0910"}, THREE)
    assert (game.player, near(game)) == (PLAIN, {"0910"})


def test_the_advance_is_decided_by_who_began_it() -> None:
    """R52"""
    game = battle({"Bilbo": f"{HERE} hits=1", "azug sword 1": WEST, "gurash sword 1": EAST}, THREE)
    game.play(f"hex {HERE}")
    game.dice([1])
    game.play(f"hex {EAST}")
    assert (game.decision, game.player, hexes(game)) == ("advance", PLAIN, {WEST, EAST})


def test_a_mixed_stack_fights_together_for_whoever_selects_it() -> None:
    """R52, B-7: the pieces of a hex attack together"""
    pieces = {"lake_men sword 1": HERE, "azug sword 1": f"{WEST} reduced", "gurash sword 1": f"{WEST} reduced"}
    for passes, player in ((0, PLAIN), (1, WAVE)):
        game = battle(pieces, THREE)
        for _ in range(passes):
            game.play("done")
        assert (game.player, near(game)) == (player, {HERE})
        game.dice([5])
        game.play(f"hex {HERE}")  # 3 + 2 against 5: nothing
        assert lost(game, "lake_men sword 1") == 0 and game.last_die == 5


def test_each_must_fight_the_melees_of_his_own_pieces() -> None:
    """R52, R43: the plain army's are not the second wave's"""
    pieces = {"azug sword 1": HERE, "lake_men sword 1": HERE, "gurash sword 1": "1010", "lake_men sword 2": "1010"}
    game = battle({**pieces, **ARCHER}, THREE)
    assert (game.player, near(game)) == (PLAIN, {HERE}) and "done" not in verbs(game)
    game.dice([6])
    game.play(f"hex {HERE}")
    game.play("done")
    assert (game.player, near(game)) == (WAVE, {"1010"}) and "done" not in verbs(game)


def test_a_melee_of_both_is_fought_once_by_the_first() -> None:
    """R52"""
    pieces = {"azug sword 1": f"{HERE} reduced", "gurash sword 1": f"{HERE} reduced", "elves spear 1": HERE}
    game = battle({**pieces, **ARCHER}, THREE)
    assert (game.player, near(game)) == (PLAIN, {HERE}) and "done" not in verbs(game)
    game.dice([6])
    game.play(f"hex {HERE}")
    assert game.last_die == 6
    game.play("done")
    assert (game.player, near(game)) == (WAVE, set())


def test_the_second_wave_of_a_melee_may_be_the_partners() -> None:
    """R52: the other meaning of second wave"""
    pieces = {"azug sword 1": HERE, "elves spear 1": HERE, "gurash sword 1": EAST}
    game = battle({**pieces, **ARCHER}, THREE)
    game.play(f"hex {HERE}")
    assert (game.decision, game.player, hexes(game)) == ("second_wave", PLAIN, {EAST})


# --- fire


def test_each_shoots_with_his_own_bows_first() -> None:
    """R52"""
    game = battle({**ENEMY, **ARCHER, "azug bow 1": WEST, "gurash bow 1": EAST}, THREE, phase="FIRE")
    assert (game.player, near(game)) == (PLAIN, {HERE})
    game.play(f"hex {HERE}")
    assert (game.decision, game.player, hexes(game)) == ("shooters", PLAIN, {EAST})
    game.dice([10])
    game.play(f"hex {EAST}")
    maybe(game, "shooters", "commit")
    game.play("done")
    assert (game.player, near(game)) == (WAVE, set())


def test_the_partners_bows_are_not_shot_alone() -> None:
    """O-2"""
    game = battle({**ENEMY, "azug bow 1": "1010", "elves spear 1": "0910", "gurash bow 1": EAST}, THREE, phase="FIRE")
    assert (game.player, near(game)) == (PLAIN, {"0910"})
    game.play("done")
    assert (game.player, near(game)) == (WAVE, {HERE})


def test_bard_among_elves_does_not_order_their_shots() -> None:
    """O-2, R25: stacked with others he does not shoot; the bows are the elves' player's"""
    pieces = {"elves bow 1": WEST, "Bard": WEST, "azug sword 1": HERE}
    game = battle(pieces, FOUR, player=FREE, phase="FIRE", turn=2)
    assert (game.player, near(game)) == (ELVEN, {HERE})
    game.play("done")
    assert (game.player, near(game)) == (DWARVEN, set())


def test_spells_are_cast_by_gandalfs_player() -> None:
    """O-2"""
    pieces = {"Gandalf": HERE, "azug sword 1": EAST, "dwarves axe 1": WEST}
    game = battle(pieces, FOUR, player=FREE, phase="FIRE", turn=2)
    assert (game.decision, game.player) == ("spell", ELVEN)


# --- rocks


@pytest.mark.parametrize("phase", ["COMBAT", "FIRE"])
def test_rocks_of_both_roll_before_anybody_fights_or_shoots(phase: str) -> None:
    """R64, S-7: the pile 1004 is held by elves, 2310 by dwarves"""
    pieces = {"elves spear 1": "1004", "azug sword 1": "1005", "dwarves axe 1": "2310", "azug sword 2": "2210"}
    game = battle({**pieces, "elves bow 1": "1104"}, FOUR, player=FREE, phase=phase, turn=2)
    assert (game.decision, game.player, hexes(game)) == ("rock", ELVEN, {"1004"})
    game.play("none")
    assert (game.decision, game.player, hexes(game)) == ("rock", DWARVEN, {"2310"})
    game.play("none")
    assert (game.decision, game.player) == ("combat_target" if phase == "COMBAT" else "fire_target", ELVEN)
    game.play("done")
    assert game.player == DWARVEN


# --- regrouping


def test_the_owner_of_the_restored_unit_says_where_it_steps() -> None:
    """O-2, chapter 11"""
    for names, owner in ((("elves spear 1", "elves spear 2"), ELVEN), (("dwarves axe 1", "dwarves axe 2"), DWARVEN)):
        game = regroup(dawn({name: f"{HERE} reduced" for name in names}, FREE, FOUR), 1)
        assert (game.decision, game.subject, game.player) == ("regroup_step", names[0], owner)


def test_the_friend_who_is_shifted_goes_where_his_own_owner_says() -> None:
    """O-2, as R64 for R10: elves are restored, and dwarves make room for them"""
    ring = {f"azug sword {number}": hex for number, hex in enumerate(sorted(neighbours(HERE) - {EAST}), 1)}
    pieces = {"elves spear 1": f"{HERE} reduced", "elves spear 2": f"{HERE} reduced", "dwarves axe 1": EAST}
    game = regroup(dawn({**pieces, **ring}, FREE, FOUR), 1)
    assert (game.decision, game.player) == ("regroup_shift", DWARVEN)


# --- with other options


def test_a_chieftains_return_is_his_owners() -> None:
    """O-2, O-5"""
    pieces = {"gurash sword 1": HERE, "gurash sword 2": EAST, "azug sword 1": WEST, "azug sword 2": NORTH}
    game = battle(pieces, THREE, "chieftains", phase="MOVE")
    found = []
    while game.decision == "chieftain":
        found.append((game.subject, game.player))
        game.play(game.legal_actions()[0])
    assert found == [("Azug", PLAIN), ("Gurash", WAVE)]


def test_with_variable_reinforcements_the_second_wave_is_who_comes_late() -> None:
    """R64: O-2 with O-6; the plain army's player picks the tribes"""
    game = Game(options=[THREE, "variable_reinforcements"], deployment="random", seed=1)
    assert (game.decision, game.player) == ("tribe", PLAIN)
    game.play("tribe azug")
    game.play("tribe osag")
    owners = {piece.army: game.owner(piece.name) for piece in game.pieces(DARK)}
    assert {army for army, owner in owners.items() if owner == WAVE} == {"azug", "osag"}


def test_the_elves_player_picks_the_extra_elves() -> None:
    """O-2, O-8"""
    game = Game(options=[FOUR, "extra_elves"], deployment="random", seed=1)
    assert (game.decision, game.player) == ("extra_elf", ELVEN)


def test_bats_ask_nobody() -> None:
    """O-2, O-1"""
    game = begin(eve({"elves spear 1": f"{HERE} reduced", "azug bow 1": EAST}, DARK, FOUR, "bats"), "FIRE", 1)
    assert game.piece("elves spear 1").hex is None


# --- the end


def test_partners_win_and_lose_together() -> None:
    """O-2: the result is the side's"""
    pieces = {"azug sword 1": BOARD["dale_star"], "elves spear 1": HERE}
    game = battle(pieces, FOUR, player=DARK, phase="FIRE", turn=12, phase_number=6)
    while not game.over:
        wait(game)
    assert game.outcome is not None and game.outcome.winner == DARK
    shared = {player: game.side_of(player) == game.outcome.winner for player in game.players.values()}
    assert shared == {PLAIN: True, WAVE: True, ELVEN: False, DWARVEN: False}


@pytest.mark.parametrize("option", [THREE, FOUR])
def test_a_partner_with_nothing_to_do_is_not_asked(option: str) -> None:
    """DESIGN 4: forced decisions are taken by the engine"""
    pieces = {"azug sword 1": HERE, "azug sword 2": EAST, "elves spear 1": "1010", "lake_men sword 1": "1012"}
    game = battle(pieces, option, phase="MOVE", ruleset=BASIC, spare=False)
    assert game.player == PLAIN
    game.play("done")
    assert game.phasing_player == FREE
