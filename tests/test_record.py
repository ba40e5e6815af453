"""Game records: they come back as they were, replay to what they tell, and everything that is wrong is refused."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bofa_env import Game
from bofa_env.cli import app
from bofa_env.playthrough import Playthrough, told
from bofa_env.playthrough import replay as replayed_text
from bofa_env.record import GameRecord, Recorder, RecordError, Result, judged, load_corpus, save_corpus, verify
from bofa_env.replay import results
from bofa_env.rules import doors
from bofa_env.rules.record import CHIP_STREAM, DICE_STREAM, RULES_VERSION

AGENTS = {"free_peoples": "captain", "dark_army": "mcts:sims=200"}


def played(seed: int, decisions: int | None = None, agents: dict[str, str] | None = None, **kind: Any) -> GameRecord:
    """A game of random choices; to its end, or so many decisions long."""
    rng, recorder = random.Random(seed), Recorder(Game(seed=seed, **kind), agents)
    while not recorder.game.over and (decisions is None or len(recorder.actions) < decisions):
        recorder.play(rng.choice(recorder.game.legal_actions()))
    return recorder.record()


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return played(7, agents=AGENTS)


@pytest.fixture(scope="module")
def some() -> list[GameRecord]:
    """Games of several kinds and lengths."""
    return [
        played(1, scenario="skirmish"),
        played(2, 40),
        played(3, scenario="skirmish"),
        played(4, 60, ruleset="basic", deployment="random"),
        played(5, 0),
        played(6, 90, options=["hysteria", "bats", "extra_elves"]),
        played(7, 30, deployment="free"),
        played(8, 40, options=["four_players"]),
    ]


# --- there and back


def test_text_and_back(record: GameRecord) -> None:
    assert GameRecord.loads(record.dumps()) == record
    lines = record.dumps().splitlines()
    assert len(lines) == 3 and len(record.dumps()) < 10_000
    header = json.loads(lines[0])
    assert (header["format"], header["rules_version"], header["seed"]) == ("bofa-record", RULES_VERSION, 7)
    assert header["agents"] == AGENTS and header["ruleset"] == "standard" and header["package"]


def test_file_and_back(record: GameRecord, tmp_path: Path) -> None:
    record.save(tmp_path / "game.bofa.jsonl")
    assert GameRecord.load(tmp_path / "game.bofa.jsonl") == record


def test_a_corpus_and_back(some: list[GameRecord], tmp_path: Path) -> None:
    file = tmp_path / "some.bofa.jsonl"
    save_corpus(some, file)
    assert load_corpus(file) == load_corpus(file, threads=2) == some
    assert file.read_text() == "".join(record.dumps() for record in some)  # one after another
    with pytest.raises(RecordError, match="has 8 records, not one"):
        GameRecord.load(file)


def test_the_result_is_that_of_the_game(record: GameRecord) -> None:
    game = record.replay()
    assert game.outcome is not None and record.result is not None
    assert (record.result.winner, record.result.level) == (game.outcome.winner, game.outcome.level)
    assert (record.result.areas, record.result.scores) == (game.outcome.areas, game.outcome.scores)
    assert record.result.decisions == len(record.actions) and record.result.turn == game.turn


def test_every_moment_can_be_replayed(record: GameRecord) -> None:
    game = Game(seed=7)
    assert (record.replay(0).record == game.record).all()
    for number, (moment, action) in enumerate(record.positions()):
        if number == 25:
            assert (moment.record == record.replay(25).record).all() and action == record.actions[25]
            break
    with pytest.raises(ValueError, match=f"the record has {len(record.actions)} decisions"):
        record.replay(len(record.actions) + 1)


def test_unfinished_games_can_be_kept(some: list[GameRecord]) -> None:
    result = some[1].result
    assert result is not None and result.level == "unfinished" and result.winner is None and result.decisions == 40
    assert GameRecord.loads(some[1].dumps()).replay().player is not None


def test_streams_of_their_own() -> None:
    game = Game(seed=7)
    doors.reseed_stream(game.record, 0, CHIP_STREAM, 11)
    doors.reseed_stream(game.record, 0, DICE_STREAM, 12)
    rng, recorder = random.Random(1), Recorder(game, streams={"chips": 11, "dice": 12})
    for _ in range(80):
        recorder.play(rng.choice(game.legal_actions()))
    record = GameRecord.loads(recorder.record().dumps())
    assert record.streams == {"chips": 11, "dice": 12}
    assert (record.replay().record == game.record).all()
    with pytest.raises(RecordError, match="does not follow from its seed"):
        other = Recorder(Game(seed=7))
        other.game.record[:] = game.record
        other.actions = list(recorder.actions)
        other.record()


def test_pieces_that_take_no_part() -> None:
    record = GameRecord(7, (), away=("Gandalf", "Beorn"))
    game = record.game()
    assert game.piece("Gandalf").hex is None and not game.piece("Gandalf").to_come and not game.piece("Beorn").to_come
    (whole,) = judged([replace(record, actions=tuple(_random_actions(game, 50)))])
    assert GameRecord.loads(whole.dumps()).away == ("Gandalf", "Beorn")


def _random_actions(game: Game, count: int) -> list[int]:
    rng, actions = random.Random(0), []
    for _ in range(count):
        actions.append(rng.choice(game.legal_actions()))
        game.play(actions[-1])
    return actions


def test_forfeits(some: list[GameRecord]) -> None:
    recorder = Recorder(Game(seed=2))
    for action in some[1].actions:
        recorder.play(action)
    record = recorder.record(forfeit="dark_army", reason="crashed in decision 40")
    assert record.result is not None
    assert (record.result.winner, record.result.level, record.result.forfeit) == ("free_peoples", "forfeit", "dark_army")
    assert GameRecord.loads(record.dumps()) == record == judged([record])[0]
    with pytest.raises(RecordError, match="wrong result: winner"):
        verify([replace(record, result=replace(record.result, winner="dark_army"))])
    finished = some[0]
    with pytest.raises(RecordError, match="tells of a forfeit, but the game came to its end"):
        verify([replace(finished, result=replace(_result(finished), forfeit="dark_army"))])


def _result(record: GameRecord) -> Result:
    assert record.result is not None
    return record.result


# --- many at once


def test_many_at_once_come_out_as_one_by_one(some: list[GameRecord]) -> None:
    bare = [replace(record, result=None) for record in some]
    alone = [results([record])[0] for record in bare]
    assert results(bare) == results(bare, threads=2) == alone == [record.result for record in some]
    assert results(bare[::-1]) == alone[::-1]


def test_one_bad_record_leaves_the_others_alone(some: list[GameRecord]) -> None:
    bad = replace(some[2], actions=(*some[2].actions[:5], 647, *some[2].actions[6:]))
    mixed = [some[0], bad, some[2]]
    found = results(mixed)
    assert found[0] == some[0].result and found[2] == some[2].result
    assert isinstance(found[1], str) and found[1].startswith("action 6 is 'elf bow', which is not legal")
    with pytest.raises(RecordError, match="record 2 does not replay"):
        verify(mixed)


def test_replay_is_what_play_does(record: GameRecord) -> None:
    """The batch and Game.play, decision by decision."""
    game = record.game()
    for count in range(0, 60):
        (found,) = results([replace(record, actions=record.actions[:count])])
        assert isinstance(found, Result) and found.turn == game.turn and found.areas == game.areas()
        game.play(record.actions[count])


# --- what is refused


def changed(record: GameRecord, line: int, **values: Any) -> str:
    lines = record.dumps().splitlines()
    content = json.loads(lines[line])
    content.update(values)
    lines[line] = json.dumps({key: value for key, value in content.items() if value is not ...})
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"rules_version": 0}, f"played by rules version 0, and these are version {RULES_VERSION}: it cannot be replayed"),
        ({"version": 2}, "format version 2; this package reads version 1"),
        ({"format": "chess"}, "not a game record"),
        ({"seed": 8}, "does not replay|wrong result"),
        ({"seed": -1}, "header is wrong: a seed is a whole number"),
        ({"seed": ...}, "the header has no 'seed'"),
        ({"ruleset": "advanced"}, "there is no ruleset 'advanced'"),
        ({"options": ["dragons"]}, "there is no option 'dragons'"),
        ({"deployment": "elsewhere"}, "there is no deployment 'elsewhere'"),
        ({"scenario": "lake"}, "there is no scenario 'lake'"),
        ({"agents": {"hobbits": "random"}}, "there is no player 'hobbits'"),
        ({"streams": {"weather": 1}}, "there is no stream 'weather'"),
        ({"away": ["Smaug"]}, "there is no piece 'Smaug'"),
    ],
)
def test_wrong_headers(record: GameRecord, values: dict[str, Any], word: str) -> None:
    with pytest.raises(RecordError, match=word):
        GameRecord.loads(changed(record, 0, **values))


@pytest.mark.parametrize(
    ("name", "value"),
    [("winner", "dark_army"), ("level", "complete"), ("turn", 11), ("decisions", 3), ("state", "00000000")],
)
def test_wrong_results(some: list[GameRecord], name: str, value: Any) -> None:
    record = some[1]
    assert getattr(_result(record), name) != value
    with pytest.raises(RecordError, match=f"wrong result: {name} is {value!r}, the replay gives"):
        GameRecord.loads(changed(record, 2, **{name: value}))


def test_a_result_without_its_parts(record: GameRecord) -> None:
    with pytest.raises(RecordError, match="the third line of a record is its result"):
        GameRecord.loads(changed(record, 2, winner=...))


def test_tampered_actions(record: GameRecord) -> None:
    """Another legal action somewhere: the game goes another way, and the checksum or a later action tells."""
    game, tried = record.game(), 0
    for number, action in enumerate(record.actions[:400]):
        others = [other for other in game.legal_actions() if other != action]
        if number % 40 == 0:
            tampered = (*record.actions[:number], others[0], *record.actions[number + 1 :])
            with pytest.raises(RecordError, match=r"does not replay: action|wrong result"):
                verify([replace(record, actions=tampered)])
            tried += 1
        game.play(action)
    assert tried == 10


def test_actions_that_cannot_be(record: GameRecord) -> None:
    for wrong in ([1.5], ["hex 1212"], [True], {"a": 1}):
        lines = record.dumps().splitlines()
        with pytest.raises(RecordError, match="list of whole numbers, the actions"):
            GameRecord.loads("\n".join([lines[0], json.dumps(wrong), lines[2]]))
    with pytest.raises(RecordError, match="action 1 is no action at all"):
        verify([replace(record, actions=(100_000,))])
    with pytest.raises(RecordError, match="but the game has ended before it"):
        verify([replace(record, actions=(*record.actions, 625))])


def test_truncated_files(record: GameRecord, tmp_path: Path) -> None:
    text = record.dumps()
    lines = text.splitlines(keepends=True)
    for cut in ("".join(lines[:1]), "".join(lines[:2])):
        with pytest.raises(RecordError, match=r"is truncated: the (actions|result) is missing"):
            GameRecord.loads(cut)
    for length in (len(lines[0]) + 100, len(text) - 20):
        with pytest.raises(RecordError, match="is truncated: it ends within line"):
            GameRecord.loads(text[:length])
    file = tmp_path / "corpus.bofa.jsonl"
    file.write_text(text + lines[0] + lines[1][:50])
    with pytest.raises(RecordError, match="truncated: it ends within line 5, the actions"):
        load_corpus(file)


def test_what_is_no_record(tmp_path: Path) -> None:
    for text, word in (
        ("", "it is empty"), ("\n \n", "it is empty"), ("Dear diary", "its first line is not JSON"),
        ("[1]\n[2]\n[3]\n", "not a game record"), ('{"format":"other"}\n[]\n{}\n', "not a game record"),
    ):  # fmt: skip
        with pytest.raises(RecordError, match=word):
            GameRecord.loads(text)
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(RecordError, match=r"picture.png is not a game record: it is not text"):
        load_corpus(file)


def test_what_cannot_be_recorded() -> None:
    game = Game(seed=1)
    game.play("chip MOVE")
    with pytest.raises(RecordError, match="that stands at its beginning"):
        Recorder(game)
    recorder = Recorder(Game(seed=1))
    recorder.play("chip MOVE")
    recorder.play("chip FIRE")
    drawn = GameRecord(1, tuple(recorder.actions))
    recorder.game.draws(["COMBAT" if _next_draw(drawn) != "COMBAT" else "FC"])
    while recorder.game.record[0].phase_number < 2:
        recorder.play("done")
    with pytest.raises(RecordError, match="were dice or draws scripted"):
        recorder.record()
    with pytest.raises(RecordError, match="no result yet"):
        drawn.dumps()


def _next_draw(record: GameRecord) -> str:
    game = record.replay()
    game.play("done")
    return str(game.phase)


# --- as text to read


def test_a_told_game_is_a_playthrough(some: list[GameRecord]) -> None:
    """What `bofa record show` writes has the form of the golden playthroughs, and carrying it out gives it again."""
    for record in (some[0], some[3], some[5]):
        text = "\n".join(told(record)) + "\n"
        assert text.count("\n> ") == len(record.actions)
        assert replayed_text(text) == text


def test_one_turn_is_told(record: GameRecord) -> None:
    lines = list(told(record, turn=2))
    decided = sum(line.startswith("> ") for line in lines)
    assert decided == sum(game.turn == 2 for game, _ in record.positions())


def test_hits_and_recovery_are_told() -> None:
    playthrough = Playthrough()
    wounded = {"name": "Beorn", "hex": "1515", "hits": 1}
    spare = [{"name": "azug sword 1", "hex": "2020"}, {"name": "azug sword 2", "hex": "2018"}]
    told_by = {"ruleset": "standard", "turn": 9, "player": "dark_army", "phase": "MOVE", "piece": [wounded, *spare]}
    playthrough.game = Game.from_position(told_by)
    before = playthrough.game.clone()
    number = before.data.piece_number["Beorn"]
    playthrough.game.record["hits"][0, number] = 3
    playthrough.tell_changes(before)
    playthrough.game.record["hits"][0, number] = 0
    playthrough.tell_changes(before)
    assert playthrough.lines == ["    Beorn takes another hit (1515), now 5", "    Beorn recovers (1515), now 8"]


# --- the command


def bofa(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def file(some: list[GameRecord], tmp_path: Path) -> Path:
    some[0].save(tmp_path / "game.bofa.jsonl")
    return tmp_path / "game.bofa.jsonl"


def test_verify_command(file: Path, some: list[GameRecord]) -> None:
    good = bofa("record", "verify", file)
    assert good.exit_code == 0 and f"1 record, {len(some[0].actions):,} decisions" in good.output
    bad = file.with_name("bad.bofa.jsonl")
    bad.write_text(changed(some[0], 2, turn=1))
    both = bofa("record", "verify", file, bad, file.with_name("none"))
    assert both.exit_code == 1 and both.output.count("refused:") == 2 and "good:" in both.output
    assert "wrong result: turn" in both.output.replace("\n", " ")


def test_show_command(file: Path, some: list[GameRecord], tmp_path: Path) -> None:
    shown = bofa("record", "show", file)
    assert shown.exit_code == 0 and shown.stdout == "\n".join(told(some[0])) + "\n"
    board = bofa("record", "show", file, "--decision", 5)
    assert board.exit_code == 0 and "to decide" in board.output
    drawn = bofa("record", "show", file, "--decision", 5, "--svg", tmp_path / "board.svg")
    assert drawn.exit_code == 0 and (tmp_path / "board.svg").read_text() == some[0].replay(5).render("svg")
    assert bofa("record", "show", file, "--decision", 5000).exit_code == 2
    assert bofa("record", "show", file, "--number", 2).exit_code == 2


def test_export_command(file: Path, some: list[GameRecord], tmp_path: Path) -> None:
    for ending in ("json", "csv", "svg"):
        assert bofa("record", "export", file, tmp_path / f"out.{ending}").exit_code == 0
    whole = json.loads((tmp_path / "out.json").read_text())
    assert [row["action_number"] for row in whole["decisions"]] == list(some[0].actions)
    assert whole["result"]["level"] == _result(some[0]).level and whole["scenario"] == "skirmish"
    with (tmp_path / "out.csv").open() as table:
        rows = list(csv.DictReader(table))
    assert [int(row["action_number"]) for row in rows] == list(some[0].actions)
    assert Game.action_name(some[0].actions[0]) == rows[0]["action"]
    refused = bofa("record", "export", file, tmp_path / "out.doc")
    assert refused.exit_code == 2 and ".json" in refused.output


def test_play_command(tmp_path: Path) -> None:
    file = tmp_path / "two.bofa.jsonl"
    arguments = ("--scenario", "skirmish", "--seed", 5, "--games", 2, "-o", file)
    assert bofa("record", "play", "random", "random", *arguments).exit_code == 0
    records = load_corpus(file)
    assert [record.seed for record in records] == [5, 6]
    assert records[0].agents == {"free_peoples": "random", "dark_army": "random"}
    first = file.read_text()
    assert bofa("record", "play", "random", "random", *arguments).exit_code == 0
    assert file.read_text() == first  # the same seeds and agents play the same games
    assert bofa("record", "play", "nobody", "random", "-o", file).exit_code == 2


@pytest.mark.slow
def test_a_corpus_of_a_hundred_thousand_decisions(tmp_path: Path) -> None:
    from bofa_env.batch import Games

    games = Games(80, seed=1, autoreset="disabled")
    rng, actions = np.random.default_rng(0), [[] for _ in range(80)]  # type: ignore[var-annotated]
    while (playing := games.players >= 0).any():
        chosen = games.sample(rng)
        for index in np.flatnonzero(playing).tolist():
            actions[index].append(int(chosen[index]))
        games.step_where(playing, chosen)
    records = judged([GameRecord(1 + index, tuple(taken)) for index, taken in enumerate(actions)])
    assert sum(map(len, actions)) > 100_000
    winners = [("free_peoples", "dark_army", None)[winner] for winner in games.records["winner"]]
    assert [_result(record).winner for record in records] == winners
    save_corpus(records, tmp_path / "corpus.bofa.jsonl")
    assert load_corpus(tmp_path / "corpus.bofa.jsonl") == records
