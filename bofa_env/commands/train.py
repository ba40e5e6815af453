"""`bofa train`: learn to play by self-play in a league.

Every entry of `training.config.Config` is a flag of its own, so the class says all that there is to say about them.
"""

from __future__ import annotations

import inspect
from dataclasses import fields
from pathlib import Path
from signal import SIGTERM, default_int_handler, signal
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from training.config import PRESETS, Config, changed, preset, read_toml

from .options import said_by
from .patience import patience

if TYPE_CHECKING:
    from training.run import Run

_STOPPED = 130  # the exit code of what was ended by Ctrl-C


def train(
    name: Annotated[
        str, typer.Argument(metavar="PRESET", help=f"{', '.join(PRESETS)}: where the settings start from.")
    ] = "skirmish",
    config: Annotated[
        Path | None, typer.Option("--config", metavar="TOML", help="A file with settings; flags win over it.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where the run is kept; default runs/PRESET-SEED.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    **flags: Any,
) -> None:
    """Train a policy: MaskablePPO, both sides, against itself, its past selves and bots.

    The folder gets config.toml, curve.csv, tensorboard/, checkpoint.pt and model.zip; `ppo:FOLDER/model.zip` then plays
    wherever a bot does. Ctrl-C stops and keeps everything; the same command with --resume goes on.
    """
    given = {key: value for key, value in flags.items() if value is not None}
    with said_by("PRESET"):
        settings = preset(name)
    if config is not None:
        with said_by("--config"):
            settings = read_toml(config, settings)
    with said_by("the flags"):
        settings = changed(settings, given)
    folder = out or Path("runs") / f"{name}-{settings.seed}"
    exists = (folder / "checkpoint.pt").exists()
    if exists and not resume:
        message = f"{folder} holds a run already: give --resume to go on with it, or another folder"
        raise typer.BadParameter(message, param_hint="--out")
    if resume and not exists:
        raise typer.BadParameter(f"there is no run to go on with in {folder}", param_hint="--resume")
    stderr = Console(stderr=True, highlight=False)
    with patience(stderr):
        run = _prepared(settings, folder)
    before = signal(SIGTERM, default_int_handler)  # a run that is told to end is saved like one that is stopped by hand
    try:
        _watched(run, stderr)
    except KeyboardInterrupt:
        taken = run.algorithm.num_timesteps
        stderr.print(f"Stopped after {taken:,} decisions. Go on with: --out {folder} --resume", style="yellow")
        raise typer.Exit(_STOPPED) from None
    finally:
        signal(SIGTERM, before)
    Console(highlight=False).print(f"{folder}/model.zip plays as ppo:{folder}/model.zip")


def _prepared(settings: Config, folder: Path) -> Run:
    try:
        from training.run import Run
    except ImportError as error:
        typer.echo(f"bofa train needs PyTorch and Stable-Baselines3: pip install bofa-env[train] ({error})", err=True)
        raise typer.Exit(1) from None
    with said_by("the settings"):
        return Run(settings, folder)


def _watched(run: Run, console: Console) -> None:
    """Train behind a bar; every evaluation is a line of its own."""
    columns = (
        TextColumn("{task.fields[part]}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} decisions, {task.fields[rate]:,.0f}/s,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=run.total, completed=run.algorithm.num_timesteps, rate=0.0, part="training")

        def tell(row: dict[str, Any]) -> None:
            bar.update(task, completed=row["decisions"], rate=row["decisions_per_second"], part=row["part"])
            scores = {key.removeprefix("against/"): value for key, value in row.items() if key.startswith("against/")}
            if scores:
                told = ", ".join(f"{bot} {100 * share:.0f} %" for bot, share in scores.items() if "/" not in bot)
                console.print(f"{row['minutes']:6.1f} min  {row['decisions']:>10,} decisions  points against {told}")

        run.train(tell)


def _with_flags() -> None:
    """Give `train` a flag for every entry of the configuration."""
    signature = inspect.signature(train, eval_str=True)
    plain = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    flags = []
    for entry in fields(Config):
        kind: Any = type(entry.default)
        flag = "--" + entry.name.replace("_", "-")
        names = f"{flag}/--no-{flag[2:]}" if kind is bool else flag
        told: Any = Annotated[kind | None, typer.Option(names, help=entry.metadata["help"], show_default=False)]
        flags.append(inspect.Parameter(entry.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=told))
    train.__signature__ = signature.replace(parameters=[*plain, *flags])  # type: ignore[attr-defined]
    train.__annotations__ = {one.name: one.annotation for one in (*plain, *flags)}


_with_flags()
