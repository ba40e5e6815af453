"""The counters: every statement of RULES.md, chapter 3, and of the rulebook behind it, checked on the data."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from bofa_env.data.load import Data, UnknownPiece, load
from bofa_env.rules.world import (
    AT_GATE,
    AXE,
    BEAST,
    BOW,
    DARK_ARMY,
    DWARF,
    EAGLE,
    ELF,
    ENTRY_CIRCLE,
    ENTRY_NE,
    ENTRY_NW,
    ENTRY_SE,
    ENTRY_SW,
    FREE_PEOPLES,
    GOBLIN,
    MAN,
    OTHER,
    RIDER,
    SPEAR,
    SPUR_NE,
    SPUR_NW,
    SWORD,
    TALON,
    TRIBES,
    UNARMED,
    WARG,
    WOLF,
)

LEADERS = {
    "Thranduil", "Bard", "Dain", "Thorin", "Gandalf", "Bilbo", "Gwaihir", "Beorn",
    "Bolg", "Azug", "Thuk", "Thrak", "Osag", "Gurash",
}  # fmt: skip


@pytest.fixture(scope="module")
def data() -> Data:
    return load()


@pytest.fixture(scope="module")
def world(data: Data) -> Any:
    return data.world[0]


def army(data: Data, *names: str) -> set[str]:
    """The pieces of some armies."""
    numbers = {data.armies.index(name) for name in names}
    return {piece for piece, number in zip(data.pieces, data.world["army"][0], strict=True) if int(number) in numbers}


def units(data: Data, *names: str) -> set[str]:
    return army(data, *names) - LEADERS


def values(data: Data, piece: str) -> tuple[int, ...]:
    """Strength, bow value if any, and move, as they stand on the counter."""
    world, number = data.world[0], data.piece_number[piece]
    bow = int(world.bow[number])
    return (int(world.strength[number]), *([bow] if bow else []), int(world.move[number]))


def all_values(data: Data, field: str, code: int, side: int | None = None) -> set[tuple[int, ...]]:
    """The printed values of all pieces of a kind or weapon."""
    world = data.world[0]
    chosen = world[field] == code
    if side is not None:
        chosen &= world.side == side
    return {values(data, data.pieces[number]) for number in np.flatnonzero(chosen & (world.leader == 0))}


def half(value: int) -> int:
    return -(-value // 2)


# --- how many of each


def test_140_pieces(world: Any) -> None:
    """R4: 46 Free Peoples, 94 Dark Army"""
    assert len(world.side) == 140
    assert np.count_nonzero(world.side == FREE_PEOPLES) == 46
    assert np.count_nonzero(world.side == DARK_ARMY) == 94


@pytest.mark.parametrize(
    ("colour", "armies", "leaders", "count"),
    [
        ("medium blue", ["lake_men"], {"Bard"}, 6),
        ("light blue, but for Bilbo", ["eagles"], {"Gwaihir"}, 4),
        ("green", ["elves"], {"Thranduil"}, 20),
        ("grey", ["dwarves", "thorin", "beorn"], {"Dain", "Thorin", "Beorn"}, 8),
        ("grey and light blue", ["wanderers"], {"Gandalf", "Bilbo"}, 0),
        ("yellow with red", ["bolg"], {"Bolg"}, 5),
        ("red with black", ["azug"], {"Azug"}, 18),
        ("black with white", ["thuk"], {"Thuk"}, 17),
        ("orange", ["thrak"], {"Thrak"}, 15),
        ("red with white", ["osag"], {"Osag"}, 10),
        ("yellow with black", ["gurash"], {"Gurash"}, 10),
        ("brown with black", ["wolves"], set(), 8),
        ("brown with dark brown", ["wargs"], set(), 5),
    ],
)
def test_counts_by_colour(data: Data, colour: str, armies: list[str], leaders: set[str], count: int) -> None:
    """R4: the list of counters at the end of the rulebook"""
    assert army(data, *armies) & LEADERS == leaders
    assert len(units(data, *armies)) == count


def test_armies_and_their_sides(data: Data, world: Any) -> None:
    """B-2"""
    free = ("elves", "lake_men", "dwarves", "thorin", "wanderers", "eagles", "beorn")
    dark = ("bolg", "azug", "thuk", "thrak", "osag", "gurash", "wolves", "wargs")
    assert data.armies == free + dark
    assert data.army_sides == ("free_peoples",) * 7 + ("dark_army",) * 8
    assert all(
        data.army_sides[a] == ("free_peoples", "dark_army")[s] for a, s in zip(world.army, world.side, strict=True)
    )


def test_leaders_and_units(data: Data, world: Any) -> None:
    """B-1: a counter is a leader or a unit; B-10.4, R34: Thorin is both"""
    assert {data.pieces[n] for n in np.flatnonzero(world.leader)} == LEADERS
    assert {data.pieces[n] for n in np.flatnonzero(world.unit)} == set(data.pieces) - LEADERS | {"Thorin"}


def test_kinds(data: Data, world: Any) -> None:
    """B-1, B-2; R35: Gwaihir is an eagle"""
    kinds = {
        ELF: army(data, "elves"),
        MAN: army(data, "lake_men"),
        DWARF: army(data, "dwarves", "thorin"),
        EAGLE: army(data, "eagles"),
        GOBLIN: army(data, "bolg", *TRIBES),
        WOLF: army(data, "wolves"),
        WARG: army(data, "wargs"),
        OTHER: {"Gandalf", "Bilbo", "Beorn"},
    }
    for kind, pieces in kinds.items():
        assert {data.pieces[n] for n in np.flatnonzero(world.kind == kind)} == pieces


def test_tribes_and_chieftains(data: Data, world: Any) -> None:
    """B-2: five goblin tribes; O-5: Bolg is no chieftain; O-6"""
    for number, tribe in enumerate(TRIBES):
        assert {data.pieces[n] for n in np.flatnonzero(world.tribe == number)} == army(data, tribe)
    assert np.count_nonzero(world.tribe == -1) == 140 - (18 + 17 + 15 + 10 + 10 + 5)
    assert {data.pieces[n] for n in np.flatnonzero(world.chieftain)} == {"Azug", "Thuk", "Thrak", "Osag", "Gurash"}


# --- printed values


def test_printed_values_of_archers(data: Data) -> None:
    """R4, B-8: elf archers 7 (6) 7, goblin archers 4 (4) 5; Bard has a bow value of 1"""
    assert all_values(data, "weapon", BOW, DARK_ARMY) == {(4, 4, 5)}
    assert {values(data, piece) for piece in units(data, "elves") if " bow " in piece} == {(7, 6, 7)}
    assert values(data, "Bard") == (3, 1, 6)


def test_only_archers_and_bard_have_bows(data: Data, world: Any) -> None:
    """B-1, B-8"""
    shooters = {data.pieces[n] for n in np.flatnonzero(world.bow)}
    assert shooters == {data.pieces[n] for n in np.flatnonzero(world.weapon == BOW)} | {"Bard"}


def test_printed_values_of_units(data: Data) -> None:
    """R4: the counters shown at the end of the rulebook"""
    assert (7, 4) in all_values(data, "kind", DWARF)  # dwarves with war axes
    assert (7, 7) in all_values(data, "weapon", SPEAR, FREE_PEOPLES)
    assert (5, 7) in all_values(data, "weapon", RIDER)
    assert all_values(data, "kind", WOLF) == {(2, 8)}
    assert all_values(data, "kind", WARG) == {(4, 8)}
    assert all_values(data, "kind", EAGLE) == {(3, 10)}


def test_printed_values_of_leaders(data: Data) -> None:
    """R4: 4-5 and 3-6 are shown as leaders, Gandalf is 5-7; S-10: his strength is 5"""
    assert values(data, "Gandalf") == (5, 7)
    shown = {(values(data, leader)[0], values(data, leader)[-1]) for leader in LEADERS}
    assert {(4, 5), (3, 6)} <= shown


def test_printed_reduced_sides(data: Data) -> None:
    """R4: a scimitar counter of 2-5 and an axe counter (the bodyguard) of 3-5 are shown"""
    scimitars = all_values(data, "weapon", SWORD, DARK_ARMY)
    assert (2, 5) in {(half(strength), move) for strength, move in scimitars}
    assert {(half(strength), move) for strength, move in all_values(data, "weapon", AXE, DARK_ARMY)} == {(3, 5)}


def test_values_of_the_worked_examples(data: Data) -> None:
    """R4: no example contradicts the counters"""
    goblins = {strength for strength, *_ in all_values(data, "kind", GOBLIN)}
    elves = {strength for strength, *_ in all_values(data, "kind", ELF)}
    assert 6 in elves  # B-7: an elf of 6 is attacked ...
    assert 5 in goblins  # B-7: ... by goblins of 5 ...
    assert half(5) == 3  # B-7: ... or, reduced, of 3
    assert 6 in {strength for strength, _ in all_values(data, "weapon", RIDER)}  # B-7, the figure
    assert 8 in {strength for strength, _ in all_values(data, "kind", DWARF)}  # B-7, the figure
    assert {4, 5, 6} <= goblins  # S-6: goblins of 4, 5 and 6; S-11: of 5 and 4
    assert 4 in {values(data, piece)[0] for piece in units(data, "gurash")}  # S-6: Gurash on a goblin of 4
    assert any(" rider " in piece for piece in units(data, "thrak"))  # B-9: Thrak on wolf riders


@pytest.mark.parametrize(
    ("leader", "strength"),
    [
        ("Gurash", 3),  # S-6
        ("Bolg", 5),  # S-3
        ("Gandalf", 5),  # S-3, S-10
        ("Beorn", 8),  # S-10
        ("Bilbo", 2),  # S-10
    ],
)
def test_strength_of_leaders_in_the_rulebook(data: Data, leader: str, strength: int) -> None:
    """R4"""
    assert values(data, leader)[0] == strength


def test_thuk_returns_with_a_strength_of_one(data: Data) -> None:
    """O-5: chieftains return at half strength"""
    assert half(values(data, "Thuk")[0]) == 1


def test_beorn_is_the_strongest(data: Data, world: Any) -> None:
    """S-10"""
    assert world.strength[data.piece_number["Beorn"]] == world.strength.max()


def test_the_two_tribes_over_the_mountain_are_the_weakest(data: Data) -> None:
    """R4: the designer's note; O-6"""
    strength = {tribe: sum(values(data, unit)[0] for unit in units(data, tribe)) for tribe in TRIBES}
    assert sorted(strength, key=lambda tribe: strength[tribe])[:2] in (["osag", "gurash"], ["gurash", "osag"])


def test_weapons(data: Data, world: Any) -> None:
    """B-1: each unit has one type of weapon; S-7: the bodyguard shows axes"""
    assert (world.weapon[world.leader == 1] == UNARMED).all()
    assert (world.weapon[world.leader == 0] != UNARMED).all()
    by_name = {SWORD: "sword", SPEAR: "spear", AXE: "axe", BOW: "bow", RIDER: "rider", BEAST: "beast", TALON: "talon"}
    for number in np.flatnonzero(world.leader == 0):
        assert data.pieces[number].split()[1] == by_name[int(world.weapon[number])]
    assert {int(w) for w in world.weapon[(world.kind == WOLF) | (world.kind == WARG)]} == {BEAST}
    assert {int(w) for w in world.weapon[(world.kind == EAGLE) & (world.leader == 0)]} == {TALON}
    assert all(" axe " in piece for piece in units(data, "bolg", "dwarves"))
    assert all(world.kind[n] == GOBLIN for n in np.flatnonzero(world.weapon == RIDER))


def test_every_piece_can_fight_and_move(world: Any) -> None:
    """B-1"""
    assert (world.strength > 0).all()
    assert (world.move > 0).all()


def test_extra_elves(data: Data, world: Any) -> None:
    """B-2, O-8: two spears and one bow of 7-7 are set aside, and they are the last of their rows"""
    extra = {data.pieces[n] for n in np.flatnonzero(world.extra)}
    assert extra == {"elves spear 7", "elves spear 8", "elves bow 8"}
    assert {(values(data, piece)[0], values(data, piece)[-1]) for piece in extra} == {(7, 7)}


# --- where and when


def arrival(data: Data, piece: str) -> tuple[int, int, int]:
    world, number = data.world[0], data.piece_number[piece]
    return int(world.start[number]), int(world.enters_turn[number]), int(world.enters_at[number])


@pytest.mark.parametrize(
    ("armies", "start", "turn", "at"),
    [
        (["elves", "wanderers"], SPUR_NW, 0, 0),  # B-2: with Thranduil, Bilbo and Gandalf
        (["lake_men", "dwarves"], SPUR_NE, 0, 0),  # B-2
        (["thorin"], AT_GATE, 0, 0),  # B-2, R5
        (["azug", "thuk", "thrak", "wolves"], ENTRY_SE | ENTRY_SW, 0, 0),  # B-2
        (["osag", "gurash"], 0, 4, ENTRY_NW | ENTRY_NE),  # B-5, S-5
        (["bolg", "wargs"], 0, 5, ENTRY_SE | ENTRY_SW),  # B-5
        (["eagles"], 0, 7, ENTRY_NW | ENTRY_NE),  # B-5
        (["beorn"], 0, 8, ENTRY_CIRCLE),  # B-5
    ],
)
def test_set_up_and_reinforcements(data: Data, armies: list[str], start: int, turn: int, at: int) -> None:
    """B-2, B-5"""
    assert {arrival(data, piece) for piece in army(data, *armies)} == {(start, turn, at)}


def test_units_to_set_up_in_the_south(data: Data) -> None:
    """B-2"""
    assert len(units(data, "azug", "thuk", "thrak", "wolves")) == 58


# --- command


@pytest.mark.parametrize(
    ("leader", "armies"),
    [
        ("Gandalf", ["elves", "lake_men", "dwarves", "eagles"]),
        ("Thranduil", ["elves"]),
        ("Dain", ["dwarves"]),
        ("Thorin", ["dwarves"]),
        ("Bard", ["lake_men"]),
        ("Gwaihir", ["eagles"]),
        ("Bolg", ["bolg", *TRIBES, "wolves", "wargs"]),
        ("Azug", ["azug"]),
        ("Thuk", ["thuk"]),
        ("Thrak", ["thrak"]),
        ("Osag", ["osag"]),
        ("Gurash", ["gurash"]),
        ("Beorn", []),
        ("Bilbo", []),
    ],
)
def test_command(data: Data, world: Any, leader: str, armies: list[str]) -> None:
    """S-3: who commands whom, and so helps to regroup"""
    number = data.piece_number[leader]
    expected = units(data, *armies)
    assert {data.pieces[n] for n in np.flatnonzero(world.commands[number])} == expected
    rallied = units(data, "elves") if leader == "Bilbo" else expected  # S-3.2
    assert {data.pieces[n] for n in np.flatnonzero(world.rallies[number])} == rallied


def test_units_command_nobody(world: Any) -> None:
    """S-3"""
    assert not world.commands[world.leader == 0].any()
    assert not world.rallies[world.leader == 0].any()


# --- names


def test_characters(data: Data, world: Any) -> None:
    for name in ("Thorin", "Gandalf", "Bilbo", "Bard", "Dain", "Thranduil", "Gwaihir", "Beorn", "Bolg"):
        assert data.pieces[world[name.lower()]] == name


def test_names_count_the_units_of_an_army_and_weapon(data: Data) -> None:
    """R4: a second row with the same weapon goes on counting"""
    assert len(set(data.pieces)) == 140
    assert data.pieces[:2] == ("Thranduil", "elves spear 1")
    assert values(data, "elves spear 8") == (7, 7)
    assert values(data, "elves spear 9") == (6, 7)
    assert values(data, "thrak rider 3") == (6, 7)
    assert values(data, "thrak rider 4") == (5, 7)
    assert {piece for piece in data.pieces if piece.startswith("azug sword")} == {
        f"azug sword {n}" for n in range(1, 9)
    }


def test_armies_follow_each_other_leaders_first(data: Data, world: Any) -> None:
    assert (np.diff(world.army) >= 0).all()
    for number in range(len(data.armies)):
        leader = world.leader[world.army == number]
        assert (np.diff(leader) <= 0).all()


def test_piece_numbers(data: Data) -> None:
    assert [data.piece_number[name] for name in data.pieces] == list(range(140))
    assert list(data.piece_number) == list(data.pieces)
    assert len(data.piece_number) == 140
    assert "Gandalf" in data.piece_number
    assert "Saruman" not in data.piece_number
    assert data.piece_number.get("Saruman") is None


@pytest.mark.parametrize(
    ("name", "hint"),
    [("gandalf", "did you mean Gandalf"), ("Azog", "Azug"), ("azug swords 3", "azug sword 3")],
)
def test_an_unknown_piece_is_refused_with_a_hint(data: Data, name: str, hint: str) -> None:
    with pytest.raises(UnknownPiece) as refusal:
        data.piece_number[name]
    assert repr(name) in str(refusal.value)
    assert hint in str(refusal.value)


def test_an_unknown_piece_unlike_any_other(data: Data) -> None:
    with pytest.raises(KeyError, match=r"there is no piece 'xyzzy'$"):
        data.piece_number["xyzzy"]


def test_data_can_be_copied_and_pickled(data: Data) -> None:
    for again in (copy.deepcopy(data), pickle.loads(pickle.dumps(data))):
        assert again.pieces == data.pieces
        assert again.piece_number["Beorn"] == data.piece_number["Beorn"]
        assert again.world.tobytes() == data.world.tobytes()
