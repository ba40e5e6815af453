"""`bofa record`: play games and keep them, check records, read them, and turn them into other files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from .board import check_drawings, draw, write
from .files import check_writable
from .options import Deployment, Options, Ruleset, check_names, said_by
from .patience import patience

if TYPE_CHECKING:
    from agents import Agent

    from ..game import Game
    from ..record import GameRecord

STOPPED = 130  # the exit code of what was ended by Ctrl-C

record_app = typer.Typer(help="Game records: play, verify, show, export.", no_args_is_help=True)

Record = Annotated[Path, typer.Argument(metavar="FILE", help="A game record, .bofa.jsonl.")]
Which = Annotated[int, typer.Option("--number", min=1, help="Which record of a corpus.")]
Decision = Annotated[
    int | None, typer.Option("--decision", min=0, help="After so many decisions. Default: after the last one.")
]


@record_app.command()
def play(
    free_peoples: Annotated[str, typer.Argument(metavar="AGENT", help="Who plays the Free Peoples, such as greedy.")],
    dark_army: Annotated[str, typer.Argument(metavar="AGENT", help="Who plays the Dark Army, such as mcts:sims=200.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where to write the record, .bofa.jsonl.")],
    ruleset: Ruleset = "standard",
    option: Options = None,
    deployment: Deployment = "historical",
    scenario: Annotated[str, typer.Option("--scenario", metavar="NAME", help="full, or one of `bofa scenarios`.")] = "full",
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="Default: a fresh one.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many, with seeds counted up: a corpus.")] = 1,
    agent_seed: Annotated[int, typer.Option("--agent-seed", min=0, help="Of the agents' own choices.")] = 0,
) -> None:
    """Play games between two agents and write them into one file."""
    with said_by("--out"):
        check_writable(out)
    stderr = Console(stderr=True)
    with patience(stderr):
        from ..game import Game, checked_seed

        check_names(ruleset, tuple(option or ()), deployment)
        with said_by("AGENT"):
            import agents

            players = {"free_peoples": agents.make(free_peoples, agent_seed), "dark_army": agents.make(dark_army, agent_seed)}
        with said_by("--scenario"):
            first = checked_seed(seed)
            fresh = Game(ruleset, option or (), deployment, first, scenario=scenario)
    with out.open("w", encoding="utf-8") as file, Progress(console=stderr, disable=not stderr.is_terminal) as progress:
        for number in progress.track(range(games), description="playing"):
            game = fresh if number == 0 else Game(ruleset, option or (), deployment, first + number, scenario=scenario)
            try:
                record = _played(game, players)
            except KeyboardInterrupt:
                stderr.print(f"Stopped after {number} of {games} games; they are in {out}.", style="yellow", highlight=False)
                raise typer.Exit(STOPPED) from None
            file.write(record.dumps())
            file.flush()
            typer.echo(_summary(record))


def _played(game: Game, players: dict[str, Agent]) -> GameRecord:
    """Play a game to its end; each agent is shown a copy whose future is drawn anew, so that it cannot read it."""
    import numpy as np

    from ..record import Recorder
    from ..seeds import REDRAW, words

    recorder = Recorder(game, {side: agent.name for side, agent in players.items()})
    while game.player is not None:
        count = np.array([len(recorder.actions)])
        redrawn = int(words(np.array([game.seed]), count, REDRAW)[0])
        agent = players[game.side_of(game.player)]
        recorder.play(int(agent.act(game.clone(redraw=redrawn))))
    return recorder.record()


@record_app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Game records or corpora of them.")],
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="Share the replaying among threads.")] = 1,
) -> None:
    """Replay records and tell whether they are as they say; exit code 1 if one is not."""
    stderr = Console(stderr=True)
    with patience(stderr):
        from ..record import RecordError, load_corpus
    broken = 0
    with Progress(console=stderr, disable=not stderr.is_terminal) as progress:
        for file in progress.track(files, description="verifying"):
            try:
                records = load_corpus(file, threads=threads)
            except (RecordError, OSError) as error:
                broken += 1
                reason = f"{file}: {error.strerror}" if isinstance(error, OSError) else str(error)
                typer.echo(f"refused: {reason}")
                continue
            decisions = sum(len(record.actions) for record in records)
            typer.echo(f"good: {file}, {len(records)} {'record' if len(records) == 1 else 'records'}, {decisions:,} decisions")
    raise typer.Exit(1 if broken else 0)


@record_app.command()
def show(
    file: Record,
    number: Which = 1,
    turn: Annotated[int | None, typer.Option("--turn", min=1, help="Only this turn; for a board: at its beginning.")] = None,
    decision: Decision = None,
    ansi: Annotated[bool, typer.Option("--ansi", help="The board at that moment, instead of the playthrough.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="PATH", help="Draw the board at that moment.")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="PATH", help="The same as pixels.")] = None,
) -> None:
    """Tell a recorded game, decision by decision, in the words of the game; or show its board at one moment."""
    check_drawings(svg, png)
    with patience(Console(stderr=True)):
        record = _read(file, number)
        if not (ansi or svg or png) and decision is None:
            from ..playthrough import told

            for line in told(record, turn):
                typer.echo(line)
            return
        game = _moment(record, turn, decision)
    if ansi or not (svg or png):
        write(game)
    draw(game, svg, png)


def _moment(record: GameRecord, turn: int | None, decision: int | None) -> Game:
    if turn is not None and decision is not None:
        raise typer.BadParameter("give --turn or --decision, not both", param_hint="--decision")
    if turn is not None:
        for game, _ in record.positions():
            if game.turn >= turn:
                return game
    with said_by("--decision"):
        return record.replay(decision)


@record_app.command()
def export(
    file: Record,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="What to write: .html, .json, .csv, .svg or .png.")],
    number: Which = 1,
    decision: Decision = None,
) -> None:
    """Write a record as another kind of file: a page that replays it offline, the decisions by name as a table or as JSON,
    or the board as a picture.
    """
    from ..record_export import WRITERS

    writer: Callable[[GameRecord, int | None, Path], None] | None = WRITERS.get(out.suffix.lower())
    if writer is None:
        raise typer.BadParameter(f"{out}: there is {', '.join(WRITERS)}", param_hint="OUT")
    with said_by("OUT"):
        check_writable(out)
    with patience(Console(stderr=True)):
        record = _read(file, number)
        with said_by("--decision"):
            writer(record, decision, out)


def _read(file: Path, number: int) -> GameRecord:
    from ..record import read_corpus, verify

    with said_by("FILE"):
        records = read_corpus(file)
        if number > len(records):
            raise ValueError(f"{file} has {len(records)} records; there is no number {number}")
        record = records[number - 1]
        verify([record], where=str(file))
        return record


def _summary(record: GameRecord) -> str:
    result = record.result
    assert result is not None
    score = " : ".join(str(count) for count in result.scores.values())
    return f"seed {record.seed}: {result.winner or 'nobody'} wins ({result.level}), {score} areas, {result.decisions} decisions"
