"""O-4 (R31, R33, R53): who becomes hysterical, what he then does, where he runs, and how it ends."""

from __future__ import annotations

import pytest

from bofa_env import Game
from tests.helpers import DARK, FREE, GATE, attack, dests, hexes, lost, maybe, melee, neighbours, shoot, verbs
from tests.options.board import alive, battle, begin, dawn, end_phase, eve, regroup, rolls, unused_dice

HERE, WEST, EAST = "1717", "1617", "1817"  # on the plain, no river near
TWO_SWORDS = {"azug sword 1": WEST, "azug sword 2": EAST}  # 10: five more than one unit of lake-men
LAKE = "lake_men sword 1"
GOBLIN = "azug sword 1"


def mad(game: Game, name: str) -> bool:
    return game.piece(name).hysterical


def assault(pieces: dict[str, str], *dice: int, attackers: dict[str, str] | None = None, player: str = DARK) -> Game:
    """All attack HERE; the first die is the attack's. Exactly these dice are thrown."""
    attackers = attackers or TWO_SWORDS
    game = battle({**pieces, **attackers}, "hysteria", player=player)
    game.dice(dice)
    game.play(f"hex {HERE}")
    for hex in dict.fromkeys(where.split()[0] for where in attackers.values()):
        maybe(game, "attackers", f"hex {hex}")
    maybe(game, "attackers", "commit")
    assert unused_dice(game) == 0
    return game


# --- becoming hysterical


@pytest.mark.parametrize("die", range(1, 11))
def test_a_starred_result_makes_the_defender_test_with_what_is_left_of_him(die: int) -> None:
    """O-4: courage with its current strength: 5 before the hit, 3 after it"""
    game = assault({LAKE: HERE}, 3, die)
    assert game.piece(LAKE).steps == 1
    assert mad(game, LAKE) == (die > 3)


# Attackers by the difference that they make against a defender of 5, and the die with a star (R20, chapter 9)
FORCES: dict[int, tuple[tuple[str, ...], int | None]] = {
    -5: ((), None),
    -3: (("wolves beast 1",), None),
    -1: (("wargs beast 1",), None),
    0: (("azug sword 1",), None),
    1: (("bolg axe 1",), None),
    3: (("bolg axe 1", "wolves beast 1"), None),
    5: (("azug sword 1", "azug sword 2"), 3),
    7: (("azug sword 1", "azug sword 2", "wolves beast 1"), 4),
    9: (("azug sword 1", "azug sword 2", "wargs beast 1"), 5),
    12: (("azug sword 1", "azug sword 2", "azug sword 3", "wolves beast 1"), 6),
    15: (("azug sword 1", "azug sword 2", "azug sword 3", "azug sword 4"), 7),
}


@pytest.mark.parametrize("difference", [difference for difference in FORCES if difference > -5])
def test_the_stars_are_where_the_table_has_them(difference: int) -> None:
    """O-4, R20: every column, every die; bodyguards alone would have -1, so their die is one higher"""
    names, starred = FORCES[difference]
    around = dict(zip(names, sorted(neighbours(HERE)), strict=False))
    bonus = all(name.startswith("bolg") for name in names)
    for die in range(1, 11):
        game = battle({LAKE: HERE, **around}, "hysteria")
        game.dice([die, 10])
        game.play(f"hex {HERE}")
        for hex in around.values():
            maybe(game, "attackers", f"hex {hex}")
        maybe(game, "attackers", "commit")
        tested = unused_dice(game) == 0
        assert tested == mad(game, LAKE) == (die - bonus == starred), die


def test_the_column_is_the_one_after_a_shift() -> None:
    """O-4, R45: within three hexes of Bolg a difference of 3…4 is resolved, star and all, as 5…6"""
    attackers = {"wargs beast 1": WEST, "wargs beast 2": EAST}  # 8 against 5
    pieces = {LAKE: HERE, **attackers, "Bolg": "1515"}
    game = battle(pieces, "hysteria")
    game.dice([3, 10])
    game.play(f"hex {HERE}")
    game.play(f"hex {WEST}")
    game.play(f"hex {EAST}")
    maybe(game, "attackers", "commit")
    assert mad(game, LAKE)


def test_without_the_option_stars_mean_nothing() -> None:
    """O-4 is an option"""
    game = battle({LAKE: HERE, **TWO_SWORDS})
    attack(game, HERE, WEST, EAST, die=3)
    assert lost(game, LAKE) == 1 and rolls(game) == 0 and not mad(game, LAKE)


def test_a_melee_can_drive_men_mad_too() -> None:
    """O-4: the stars are in the table for both; the goblins' melee bonus makes a 3 of the 4 (S-7)"""
    game = battle({LAKE: HERE, "azug sword 1": HERE, "azug sword 2": EAST}, "hysteria")
    game.dice([4, 10])
    game.play(f"hex {HERE}")
    game.play(f"hex {EAST}")  # the second wave
    assert game.piece(LAKE).steps == 1 and mad(game, LAKE)


def test_goblins_and_wolves_can_become_hysterical() -> None:
    """O-4: any unit but elves and eagles"""
    dwarves = {"dwarves axe 1": WEST}  # 7: five more than a wolf
    assert mad(assault({"wolves beast 1": HERE}, 3, 2, attackers=dwarves, player=FREE), "wolves beast 1")
    assert not mad(assault({"wolves beast 1": HERE}, 3, 1, attackers=dwarves, player=FREE), "wolves beast 1")
    two = {"lake_men sword 1": WEST, "lake_men sword 2": EAST}
    assert mad(assault({"thuk sword 1": HERE}, 3, 4, attackers=two, player=FREE), "thuk sword 1")


def test_elves_never_do() -> None:
    """O-4.5: nobody rolls"""
    three = {**TWO_SWORDS, "wolves beast 1": "1716"}  # 12 against 7
    game = assault({"elves spear 1": HERE}, 3, attackers=three)
    assert lost(game, "elves spear 1") == 1 and rolls(game) == 0 and not mad(game, "elves spear 1")


def test_eagles_never_do() -> None:
    """O-4.5"""
    game = assault({"eagles talon 1": HERE}, 4)  # 10 against 3
    assert lost(game, "eagles talon 1") == 1 and rolls(game) == 0 and not mad(game, "eagles talon 1")


def test_leaders_never_do() -> None:
    """O-4.5: Dain (4) alone against 10"""
    game = assault({"Dain": HERE}, 3)
    assert game.piece("Dain").hits == 1 and rolls(game) == 0 and not mad(game, "Dain")


def test_thorin_is_a_leader_here() -> None:
    """O-4.5, R34: he counts as a unit, but leaders never test"""
    three = {**TWO_SWORDS, "azug sword 3": "1716"}  # 15 against 6
    game = assault({"Thorin": HERE}, 5, attackers=three)
    assert game.piece("Thorin").hits == 1 and rolls(game) == 0


@pytest.mark.parametrize(("die", "fails"), [(7, False), (8, True)])
def test_a_commanding_leader_on_top_helps_with_his_current_strength(die: int, fails: bool) -> None:
    """O-4: Bard (3) takes the hit and has 2 left; his men are unhurt: 5 + 2"""
    three = {**TWO_SWORDS, "azug sword 3": "1716"}  # 15 against 8: +7
    game = assault({LAKE: HERE, "Bard": HERE}, 4, die, attackers=three)
    assert (game.piece("Bard").hits, game.piece(LAKE).steps) == (1, 2)
    assert mad(game, LAKE) == fails


@pytest.mark.parametrize(("die", "fails"), [(3, False), (4, True)])
def test_a_leader_beneath_is_no_help(die: int, fails: bool) -> None:
    """O-4: on top; the men themselves take the hit"""
    three = {**TWO_SWORDS, "azug sword 3": "1716"}
    game = assault({LAKE: HERE, "Bard": f"{HERE} beneath"}, 4, die, attackers=three)
    assert mad(game, LAKE) == fails


@pytest.mark.parametrize(("die", "fails"), [(5, False), (6, True)])
def test_a_leader_who_does_not_command_them_is_no_help(die: int, fails: bool) -> None:
    """O-4: Dain (4) on top of lake-men; he takes the hit, they test on 5"""
    attackers = {**TWO_SWORDS, "wargs beast 1": "1716"}  # 14 against 9: +5
    game = assault({LAKE: HERE, "Dain": HERE}, 3, die, attackers=attackers)
    assert mad(game, LAKE) == fails


def test_each_surviving_unit_tests_by_itself() -> None:
    """O-4: Gandalf (5) on top of two reduced units takes the hit and has 4 left: each needs 3 + 4"""
    attackers = {**TWO_SWORDS, "bolg axe 1": "1716"}  # 16 against 11
    pieces = {LAKE: f"{HERE} reduced", "lake_men sword 2": f"{HERE} reduced", "Gandalf": HERE}
    game = assault(pieces, 3, 7, 8, attackers=attackers)
    assert not mad(game, LAKE) and mad(game, "lake_men sword 2")


def test_only_the_survivors_test() -> None:
    """O-4: the upper of two reduced units dies, the lower one tests on its 3"""
    attackers = {**TWO_SWORDS, "wolves beast 1": "1716"}  # 12 against 6
    pieces = {LAKE: f"{HERE} reduced", "lake_men sword 2": f"{HERE} reduced"}  # the second lies on top
    game = assault(pieces, 3, 4, attackers=attackers)
    assert not alive(game, "lake_men sword 2") and mad(game, LAKE)


def test_the_dead_do_not_test() -> None:
    """O-4: surviving; the emptied hex may be taken instead"""
    game = assault({LAKE: f"{HERE} reduced"}, 4)  # 10 against 3
    assert not alive(game, LAKE) and rolls(game) == 0 and game.decision == "advance"


def test_who_is_mad_already_does_not_test_again() -> None:
    """O-4: he can only become hysterical once"""
    game = assault({LAKE: f"{HERE} hysterical"}, 5)  # 10 against 1
    assert game.piece(LAKE).steps == 1 and mad(game, LAKE) and rolls(game) == 0


# --- O-4.1: fighting


@pytest.mark.parametrize("state", ["", " hysterical"])
def test_hysterical_units_defend_with_1(state: str) -> None:
    """O-4.1: 5 against 5 hits once with a 1; 5 against 1 twice"""
    game = battle({LAKE: HERE + state, GOBLIN: WEST}, "hysteria")
    attack(game, HERE, WEST, die=1)
    assert lost(game, LAKE) == (2 if state else 1)


def test_a_leader_with_them_defends_with_his_own_strength() -> None:
    """O-4.1: 1 for the unit, 3 for Bard: +1, where a 5 hits"""
    game = battle({LAKE: f"{HERE} hysterical", "Bard": HERE, GOBLIN: WEST}, "hysteria")
    attack(game, HERE, WEST, die=5)
    assert game.piece("Bard").hits == 1


@pytest.mark.parametrize("state", ["", " hysterical"])
def test_in_the_enemys_melee_they_defend_with_1(state: str) -> None:
    """O-4.1: 2 - 1 = 1 on the die; the goblin (5) against 5 or 1"""
    game = battle({LAKE: HERE + state, GOBLIN: HERE}, "hysteria")
    melee(game, HERE, die=2)
    assert lost(game, LAKE) == (2 if state else 1)


def test_in_a_melee_of_their_own_phase_they_fight_at_current_strength() -> None:
    """O-4: 5 against 5 hits with a 2; 1 against 5 would not"""
    game = battle({LAKE: f"{HERE} hysterical", GOBLIN: HERE}, "hysteria", player=FREE)
    assert verbs(game) == set()  # it must be fought
    melee(game, HERE, die=2)
    assert lost(game, GOBLIN) == 1


def test_reduced_they_fight_at_half_strength_in_it() -> None:
    """O-4: current strength: 3 against 5 hits with a 2 but not with a 3"""
    for die, loss in ((2, 1), (3, 0)):
        game = battle({LAKE: f"{HERE} reduced hysterical", GOBLIN: HERE}, "hysteria", player=FREE)
        melee(game, HERE, die=die)
        assert lost(game, GOBLIN) == loss


def test_they_never_attack() -> None:
    """O-4.1"""
    for state, targets in (("", {HERE}), (" hysterical", set())):
        game = battle({LAKE: HERE, GOBLIN: WEST + state}, "hysteria")
        assert hexes(game) - {"2620"} == targets


def test_under_an_eagle_they_do_not_choose_to_fight() -> None:
    """O-4.1, R47: an eagle above enemies is fought only by will"""
    for state, targets in (("", {HERE}), (" hysterical", set())):
        game = battle({GOBLIN: HERE + state, "eagles talon 1": HERE}, "hysteria")
        assert hexes(game) - {"2620"} == targets


def test_a_leader_with_them_attacks_alone() -> None:
    """O-4.1: Azug (4) against Dain (4), not 9 against 4: a 4 does nothing"""
    game = battle({"Dain": HERE, GOBLIN: f"{WEST} hysterical", "Azug": WEST}, "hysteria")
    attack(game, HERE, WEST, die=4)
    assert game.piece("Dain").hits == 0


def test_they_are_no_second_wave() -> None:
    """O-4.1"""
    game = battle({LAKE: HERE, GOBLIN: HERE, "azug sword 2": f"{WEST} hysterical"}, "hysteria")
    melee(game, HERE, die=6)  # 5 against 5, 6 - 1: nothing; 10 against 5 would hit
    assert lost(game, LAKE) == 0


def test_a_leader_with_them_may_be_the_second_wave() -> None:
    """O-4.1: 5 + Azug's 4 against 5: +4, where a 6 - 1 hits; with the mad goblins' 5 a 7 - 1 would as well"""
    pieces = {LAKE: HERE, GOBLIN: HERE, "azug sword 2": f"{WEST} hysterical", "Azug": WEST}
    for die, loss in ((6, 1), (7, 0)):
        game = battle(pieces, "hysteria")
        melee(game, HERE, wave=WEST, die=die)
        assert lost(game, LAKE) == loss


def test_they_do_not_spoil_the_spears_of_their_comrades() -> None:
    """O-4.1, R44: all attacking units are spears; the mad swords beside them do not attack: 3 against 3, 4 - 1"""
    pieces = {"lake_men bow 1": f"{HERE} reduced", "azug spear 1": f"{WEST} reduced", GOBLIN: f"{WEST} reduced hysterical"}
    game = battle(pieces, "hysteria")
    attack(game, HERE, WEST, die=4)
    assert not alive(game, "lake_men bow 1")


def test_mad_spears_give_no_bonus() -> None:
    """O-4.1, R44: no unit attacks, only Azug (4) against Dain (4): a 4 stays a 4"""
    game = battle({"Dain": HERE, "azug spear 1": f"{WEST} hysterical", "Azug": WEST}, "hysteria")
    attack(game, HERE, WEST, die=4)
    assert game.piece("Dain").hits == 0


def test_they_do_not_advance() -> None:
    """O-4: never moves by will: Azug may follow into the hex that he emptied, his mad goblins do not"""
    game = battle({"Bilbo": f"{HERE} hits=1", GOBLIN: f"{WEST} hysterical", "Azug": WEST}, "hysteria")
    attack(game, HERE, WEST, die=1)
    assert not alive(game, "Bilbo")
    maybe(game, "advance", f"hex {WEST}")
    maybe(game, "stack_order", "leader on top")
    assert game.piece(GOBLIN).hex == WEST


# --- shooting, rocks, moving


def test_they_never_shoot() -> None:
    """O-4"""
    for state, targets in (("", {HERE}), (" hysterical", set())):
        game = battle({"azug bow 1": WEST + state, LAKE: HERE}, "hysteria", phase="FIRE")
        assert hexes(game) - {"2620"} == targets


def test_a_comrade_shoots_alone() -> None:
    """O-4: a reduced bow of 3 beside a mad one: column 2–3, where a 4 misses; 6 would hit"""
    pieces = {"lake_men bow 1": f"{WEST} reduced", "lake_men bow 2": f"{WEST} reduced", "azug sword 1": HERE}
    game = battle(pieces, "hysteria", player=FREE, phase="FIRE")
    shoot(game, HERE, WEST, die=4)
    assert lost(game, GOBLIN) == 1
    pieces["lake_men bow 2"] += " hysterical"
    game = battle(pieces, "hysteria", player=FREE, phase="FIRE")
    shoot(game, HERE, WEST, die=4)
    assert lost(game, GOBLIN) == 0


def test_they_never_roll_rocks() -> None:
    """O-4: on the pile 0803 above 0804"""
    for state, decision in (("", "rock"), (" hysterical", "combat_target")):
        game = battle({GOBLIN: f"0803{state}", LAKE: "0705"}, "hysteria")
        assert game.decision == decision


def test_they_never_move_by_will() -> None:
    """O-4: neither selected, nor with their leader, who may leave them"""
    game = begin(
        eve({GOBLIN: f"{HERE} hysterical", "Azug": HERE, "azug sword 2": f"{WEST} hysterical"}, DARK, "hysteria"), "MOVE", 7, 7
    )
    assert WEST not in hexes(game) and HERE in hexes(game)
    game.play(f"hex {HERE}")
    assert game.decision == "destination"  # only Azug can be taken
    game.play(f"hex {EAST}")
    assert (game.piece("Azug").hex, game.piece(GOBLIN).hex) == (EAST, HERE)


def test_they_do_not_make_room() -> None:
    """O-4, R10: a friend may end over the limit only where somebody can leave"""
    for state, open_to in (("", True), (" hysterical", False)):
        game = eve({GOBLIN: HERE + state, "azug sword 2": WEST}, DARK, "hysteria")
        begin(game, "MOVE", *([7] if state else []))
        assert (HERE in dests(game, WEST)) == open_to


# --- victory

STAR, DALE = "1212", "1213"


def test_they_count_1_for_victory_against_the_enemy() -> None:
    """O-4: 5 points against 5 contest Dale, 1 does not"""
    for state, holder in (("", None), (" hysterical", DARK)):
        assert battle({GOBLIN: STAR, LAKE: DALE + state}, "hysteria").areas()["dale"] == holder


def test_they_count_1_for_their_own_side() -> None:
    """O-4: 5 + 5 hold Dale against 3, 1 + 5 do not"""
    for state, holder in (("", DARK), (" hysterical", None)):
        pieces = {GOBLIN: STAR + state, "azug sword 2": DALE, LAKE: "1112 reduced"}
        assert battle(pieces, "hysteria").areas()["dale"] == holder


def test_alone_they_hold_an_area() -> None:
    """O-4: 1 against nothing"""
    assert battle({GOBLIN: f"{STAR} hysterical"}, "hysteria").areas()["dale"] == DARK


# --- O-4.2: running about


def flight(pieces: dict[str, str], *dice: int, side: str = DARK) -> Game:
    """A MOVE phase of the side begins with exactly these dice."""
    return begin(eve(pieces, side, "hysteria"), "MOVE", *dice)


def ran(start: str, *dice: int, name: str = GOBLIN, state: str = "hysterical", **others: str) -> str | None:
    """Where a hysterical unit is after these dice."""
    pieces = {other.replace("_", " "): where for other, where in others.items()}
    side = DARK if name.startswith(("azug", "wolves")) else FREE
    return flight({name: f"{start} {state}", **pieces}, *dice, side=side).piece(name).hex


def test_the_directions() -> None:
    """O-4.2, R3: 1 is the first hexside clockwise from north, grid east; then clockwise"""
    found = {die: ran(HERE, die, 1) for die in range(1, 7)}
    assert found == {1: "1817", 2: "1818", 3: "1718", 4: "1617", 5: "1716", 6: "1816"}


@pytest.mark.parametrize("die", [7, 8, 9, 10])
def test_with_7_to_10_it_stays(die: int) -> None:
    """O-4.2: and no second roll"""
    assert ran(HERE, die) == HERE


@pytest.mark.parametrize("die", range(1, 11))
def test_the_second_roll_is_the_distance(die: int) -> None:
    """O-4.2: however small the allowance"""
    assert ran("1017", 1, die) == f"{10 + die}17"


def test_terrain_is_ignored() -> None:
    """O-4.2: four mountain hexes; a river, which drowns nobody"""
    assert ran("2217", 1, 4) == "2617"
    assert ran("1508", 2, 1) == "1509"


def test_off_the_map_it_is_removed() -> None:
    """O-4.4, R31"""
    game = flight({GOBLIN: "0117 hysterical"}, 4, 2)
    assert game.piece(GOBLIN).hex is None and game.piece(GOBLIN).steps == 0
    assert ran("0117", 4, 1) == "0017"


def test_it_stops_before_cliffs() -> None:
    """R31: 2106 is one"""
    assert ran("2306", 4, 5) == "2206"


def test_it_stops_before_red_hexsides() -> None:
    """R31: the flanks of the gate, from without"""
    assert ran("2007", 5, 1) == "2007"
    assert ran("1905", 2, 3) == "1905"


@pytest.mark.parametrize("die", [1, 2, 5, 6])
def test_it_stops_before_the_flanks_of_the_gate_from_within(die: int) -> None:
    """R31: red hexsides and cliffs"""
    assert ran(GATE, die, 1) == GATE


def test_through_the_plain_sides_it_runs_into_the_gate() -> None:
    """R31: a goblin may be there; of the Free Peoples only dwarves (S-6)"""
    assert ran("1906", 1, 1) == GATE
    assert ran("1906", 1, 1, name="dwarves axe 1") == GATE
    assert ran("1906", 1, 1, name=LAKE) == "1906"


def test_it_stops_where_stacking_forbids() -> None:
    """R31: before a full unit of its own side"""
    assert ran("1417", 1, 9, azug_sword_2=HERE) == "1617"


def test_full_it_does_not_join_a_reduced_friend() -> None:
    """R31, B-9"""
    assert ran("1417", 1, 3, azug_sword_2=f"{HERE} reduced") == "1617"


def test_reduced_it_may_share_a_hex_or_run_on() -> None:
    """R31, B-9: two reduced units are within the limit"""
    assert ran("1417", 1, 3, state="reduced hysterical", azug_sword_2=f"{HERE} reduced") == HERE
    assert ran("1417", 1, 5, state="reduced hysterical", azug_sword_2=f"{HERE} reduced") == "1917"


def test_it_stops_in_the_first_hex_with_enemy_units() -> None:
    """O-4.3: a melee in the next COMBAT phase"""
    game = flight({GOBLIN: "1417 hysterical", LAKE: HERE}, 1, 9)
    assert game.piece(GOBLIN).hex == HERE
    begin(game, "FIRE")  # the Free Peoples'
    game.draws(["COMBAT"])
    while game.phase != "COMBAT":
        game.play("done")
    assert HERE in hexes(game) and verbs(game) == set()


def test_no_courage_is_needed_for_it() -> None:
    """O-4.3: it does not want to be there: up the hill, among elves"""
    game = flight({GOBLIN: "0611 hysterical", "elves spear 1": "0610"}, 5, 1)  # from the slope to the hilltop
    assert game.piece(GOBLIN).hex == "0610" and rolls(game) == 0


def test_lone_enemy_leaders_do_not_stop_it_and_do_not_escape() -> None:
    """R31: enemy units; R62: hysterical flight lets nobody escape, neither on the way nor at its end"""
    for distance, end in ((3, HERE), (5, "1917")):
        game = flight({GOBLIN: "1417 hysterical", "Bard": HERE}, 1, distance)
        assert game.piece(GOBLIN).hex == end
        assert (game.decision, game.piece("Bard").hex) == ("select", HERE)


def test_thorin_stops_it() -> None:
    """R31, R34: he counts as a unit"""
    assert ran("1417", 1, 9, Thorin=HERE) == HERE


def test_a_leader_with_it_stays() -> None:
    """R31"""
    game = flight({GOBLIN: f"{HERE} hysterical", "Azug": HERE}, 1, 2)
    assert (game.piece(GOBLIN).hex, game.piece("Azug").hex) == ("1917", HERE)


def test_where_it_joins_a_leader_he_lies_on_top() -> None:
    """R17: forced moves"""
    game = flight({GOBLIN: f"{WEST} hysterical", "Azug": f"{HERE} beneath"}, 1, 1)
    assert game.stack(HERE, DARK) == ["Azug", GOBLIN]


def test_a_leader_whom_it_only_passes_lies_as_before() -> None:
    """R17: they do not come to share a hex"""
    pieces = {GOBLIN: f"{WEST} reduced hysterical", "azug sword 2": f"{HERE} reduced", "Azug": f"{HERE} beneath"}
    game = flight(pieces, 1, 3)
    assert game.piece(GOBLIN).hex == "1917"
    assert game.stack(HERE, DARK) == ["azug sword 2", "Azug"]


def test_in_melee_it_stays() -> None:
    """O-4: unless in melee; nobody rolls"""
    for enemy in (LAKE, "Bard"):
        game = flight({GOBLIN: f"{HERE} hysterical", enemy: HERE})
        assert game.piece(GOBLIN).hex == HERE and rolls(game) == 0


def test_under_an_eagle_it_runs() -> None:
    """O-4, R47: an eagle above enemies is no melee"""
    game = flight({GOBLIN: f"{HERE} hysterical", "eagles talon 1": HERE}, 1, 1)
    assert game.piece(GOBLIN).hex == EAST


def test_it_may_run_into_a_guard_room_under_an_eagle() -> None:
    """R31: an enemy unit stops it there; S-7 forbids only the eagle to end its move above enemies; DESIGN 5: it can be saved"""
    game = flight({GOBLIN: "1403 hysterical", "eagles talon 1": "1203"}, 4, 5)
    assert game.piece(GOBLIN).hex == "1203"
    assert Game.from_position(game.position()).position() == game.position()


def test_each_runs_its_own_way() -> None:
    """O-4.2: two in one hex"""
    game = flight({GOBLIN: f"{HERE} reduced hysterical", "azug sword 2": f"{HERE} reduced hysterical"}, 1, 2, 4, 3)
    assert (game.piece(GOBLIN).hex, game.piece("azug sword 2").hex) == ("1917", "1417")


def test_it_runs_in_its_own_move_phases_only() -> None:
    """O-4.2: friendly MOVE phases; not in COMBAT or FIRE"""
    pieces = {GOBLIN: f"{HERE} hysterical"}
    assert rolls(begin(eve(pieces, DARK, "hysteria"), "FIRE")) == 0
    assert rolls(begin(eve(pieces, DARK, "hysteria"), "COMBAT")) == 0
    men = begin(eve({LAKE: f"{HERE} hysterical"}, DARK, "hysteria"), "FIRE")  # the eve was theirs: one or two dice
    before = rolls(men)
    assert men.phasing_player == DARK
    men.draws(["MOVE"])
    men.dice([1, 2])
    start = men.piece(LAKE).hex
    while men.phasing_player == DARK:
        men.play("done")
    assert men.piece(LAKE).hex != start and rolls(men) == before


def test_it_goes_on_from_phase_to_phase() -> None:
    """O-4.4: until it is destroyed, off the map or regrouped"""
    game = flight({GOBLIN: f"{HERE} hysterical"}, 1, 1)
    game.draws(["FIRE", "MOVE"])
    end_phase(game)
    game.dice([1, 2])
    end_phase(game)
    assert (game.phasing_player, game.phase) == (DARK, "MOVE")
    assert game.piece(GOBLIN).hex == "2017" and mad(game, GOBLIN)


# --- O-4.4: regrouping


def recovery(pieces: dict[str, str], *dice: int, side: str = DARK) -> Game:
    """The side regroups with exactly these dice."""
    return regroup(dawn(pieces, side, "hysteria"), *dice)


@pytest.mark.parametrize("state", ["", " reduced"])
@pytest.mark.parametrize(
    "leader",
    [{}, {"Azug": f"{HERE} beneath"}, {"Thuk": HERE}, {"Azug": EAST}],
    ids=["none", "beneath", "other tribe", "next door"],
)
def test_without_a_commanding_leader_on_top_nobody_rolls(leader: dict[str, str], state: str) -> None:
    """O-4.4"""
    game = recovery({GOBLIN: f"{HERE} hysterical{state}", **leader})
    assert rolls(game) == 0 and mad(game, GOBLIN)


@pytest.mark.parametrize("state", ["", " reduced"])
@pytest.mark.parametrize(("die", "ends"), [(1, True), (5, True), (6, False), (10, False)])
def test_under_one_the_base_is_1(die: int, ends: bool, state: str) -> None:
    """O-4.4, R53: Azug (4) on top: 1 + 4; full units too; the hysteria ends and the step is regained"""
    game = recovery({GOBLIN: f"{HERE} hysterical{state}", "Azug": HERE}, die)
    assert mad(game, GOBLIN) != ends
    assert game.piece(GOBLIN).steps == (2 if ends or not state else 1)


def test_his_current_strength_counts() -> None:
    """R53, S-10: Azug with two hits heals one of them first (4, then 9) and helps with 3"""
    for die, ends in ((4, True), (5, False)):
        game = recovery({GOBLIN: f"{HERE} hysterical", "Azug": f"{HERE} hits=2"}, 4, 9, die)
        assert mad(game, GOBLIN) != ends


def test_bolg_and_gandalf_command_all() -> None:
    """O-4.4, S-3"""
    assert not mad(recovery({GOBLIN: f"{HERE} hysterical", "Bolg": HERE}, 6), GOBLIN)
    assert not mad(recovery({LAKE: f"{HERE} hysterical", "Gandalf": HERE}, 6, side=FREE), LAKE)
    assert mad(recovery({LAKE: f"{HERE} hysterical", "Bilbo": HERE}, side=FREE), LAKE)


def test_a_healthy_comrade_has_the_usual_base() -> None:
    """R53: 4 + 4 for him, 1 + 4 for the mad one"""
    pieces = {GOBLIN: f"{HERE} reduced hysterical", "azug sword 2": f"{HERE} reduced", "Azug": HERE}
    game = recovery(pieces, 6, 9)
    assert mad(game, GOBLIN) and game.piece("azug sword 2").steps == 1
    game = regroup(dawn(pieces, DARK, "hysteria"), 6, 8)
    assert (game.decision, game.subject) == ("regroup_step", "azug sword 2")


def test_in_melee_they_regroup_too() -> None:
    """Chapter 11, O-4.4"""
    assert not mad(recovery({GOBLIN: f"{HERE} hysterical", "Azug": HERE, LAKE: HERE}, 5), GOBLIN)


def test_who_regains_his_step_steps_aside() -> None:
    """R53: as usual (chapter 11)"""
    pieces = {GOBLIN: f"{HERE} reduced hysterical", "azug sword 2": f"{HERE} reduced hysterical", "Azug": HERE}
    game = regroup(dawn(pieces, DARK, "hysteria"), 5)
    assert (game.decision, game.subject) == ("regroup_step", GOBLIN)
    assert hexes(game) == neighbours(HERE)
    game.dice([10])
    game.play(f"hex {EAST}")
    assert (game.piece(GOBLIN).hex, game.piece(GOBLIN).steps, mad(game, GOBLIN)) == (EAST, 2, False)
    assert mad(game, "azug sword 2") and game.piece("azug sword 2").steps == 1


def test_where_there_is_no_room_only_the_hysteria_ends() -> None:
    """R53: the step as usual: with enemies all around it stays reduced"""
    ring = {f"elves spear {number}": hex for number, hex in enumerate(sorted(neighbours(HERE)), 1)}
    pieces = {GOBLIN: f"{HERE} reduced hysterical", "azug sword 2": f"{HERE} reduced", "Azug": HERE, **ring}
    game = recovery(pieces, 5, 10)
    assert game.piece(GOBLIN).steps == 1 and not mad(game, GOBLIN)


def test_hysterical_friends_are_not_shifted_to_make_room() -> None:
    """O-4: never moves by will; enemies all around but for one hex, and the friend there is mad"""
    elves = {f"elves spear {number}": hex for number, hex in enumerate(sorted(neighbours(HERE) - {EAST}), 1)}
    for state, steps in (("", 2), (" hysterical", 1)):
        pieces = {GOBLIN: f"{HERE} reduced", "azug sword 2": f"{HERE} reduced", "thuk sword 1": EAST + state, **elves}
        game = dawn(pieces, DARK, "hysteria")
        game.dice([1, 10])
        end_phase(game)
        maybe(game, "regroup_shift", "hex 1917")
        assert game.piece(GOBLIN).steps == steps
        assert game.piece("thuk sword 1").hex == (EAST if state else "1917")


def test_the_dead_are_not_hysterical() -> None:
    """O-4.4: it ends when they are destroyed"""
    game = battle({LAKE: f"{HERE} reduced hysterical", GOBLIN: WEST}, "hysteria")
    attack(game, HERE, WEST, die=1)
    assert not alive(game, LAKE) and not mad(game, LAKE)
