"""Plots, as SVG text to be put into a page. Sizes suit a phone: what is small there cannot be read anywhere."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from ..data.load import load
from ..render.symbols import AREA_NAMES, SIDE_NAMES
from ..rules.world import AREAS, HEXES, SIDES
from .balance import Balance
from .plain import short
from .ratings import Estimate, Ladder, crosstable
from .shares import Difference
from .store import Played

FREE, DARK, GREY, INK = "#2a5d9f", "#a33a2c", "#8b8b86", "#22262b"
_STYLE: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "bofa", "font.size": 11, "text.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": "#9a9a95",
    "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.titlesize": 12, "axes.titleweight": "bold",
    "axes.titlelocation": "left", "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none",
}  # fmt: skip
_WIDTH = 5.4  # inches


def _figure(height: float, rows: int = 1, columns: int = 1, **how: Any) -> tuple[Figure, Any]:
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **how)


def _svg(figure: Figure, label: str) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = svg.replace("'DejaVu Sans'", "system-ui, 'DejaVu Sans'")  # which is wider, so all has room
    return svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def _whiskers(axes: Any, at: Any, estimates: Sequence[Estimate], colour: str, scale: float = 1.0, **how: Any) -> None:
    values = np.array([one.value for one in estimates]) * scale
    low = values - np.array([one.low for one in estimates]) * scale
    high = np.array([one.high for one in estimates]) * scale - values
    reach = np.maximum([low, high], 0)
    axes.errorbar(values, at, xerr=reach, fmt="o", color=colour, capsize=3, markersize=6, **how)


def _styled(draw: Any) -> Any:
    def styled(*args: Any) -> str:
        with mpl.rc_context(_STYLE):
            return str(draw(*args))

    return styled


@_styled
def win_shares(balance: Balance) -> str:
    """Win share of each side along the ladder, with intervals."""
    bots = list(balance.ladder)
    figure, axes = _figure(1.5 + 0.62 * len(bots))
    for number, bot in enumerate(bots):
        tally = balance.ladder[bot]
        left = 0.0
        for name, colour in ((SIDES[0], FREE), ("draw", "#d8d6cf"), (SIDES[1], DARK)):
            width = 100 * tally.wins[name].value
            axes.barh(number, width, left=left, color=colour, height=0.5, alpha=0.9)
            left += width
        free, dark = tally.wins[SIDES[0]], tally.wins[SIDES[1]]
        axes.plot([100 * free.low, 100 * free.high], [number, number], color=INK, lw=2.2, marker="|", ms=11)
        axes.plot([100 - 100 * dark.low, 100 - 100 * dark.high], [number, number], color=INK, lw=2.2, marker="|", ms=11)
    axes.set_yticks(range(len(bots)), [f"{short(bot)}\n{balance.ladder[bot].games:,} games" for bot in bots])
    axes.invert_yaxis()
    axes.axvline(50, color=INK, lw=0.8, ls=":")
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of games: Free Peoples, drawn, Dark Army")
    axes.set_title("Who wins")
    return _svg(figure, "Win share of each side along the skill ladder")


@_styled
def rating_ladder(ladder: Ladder) -> str:
    """Ratings with intervals, best on top."""
    figure, axes = _figure(1.3 + 0.5 * len(ladder.ratings))
    at = np.arange(len(ladder.ratings), dtype=float)
    sides = ((-0.2, FREE, "as Free Peoples", "as_free"), (0.2, DARK, "as Dark Army", "as_dark"))
    for shift, colour, name, field in sides if ladder.by_side else ():
        _whiskers(axes, at + shift, [getattr(one, field) for one in ladder.ratings], colour, alpha=0.45, label=name)
    _whiskers(axes, at, [one.elo for one in ladder.ratings], INK, label="all games")
    axes.set_yticks(at, [short(one.bot) for one in ladder.ratings])
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.25)
    axes.set_xlabel("Elo")
    axes.set_title("Ratings")
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    return _svg(figure, "Ratings of the bots with intervals")


@_styled
def cross_map(games: Sequence[Played], ladder: Ladder) -> str:
    """The crosstable as a heat map."""
    bots = [rating.bot for rating in ladder.ratings]
    cells = crosstable(games)
    share = np.full((len(bots), len(bots)), np.nan)
    for (one, other), (won, played) in cells.items():
        if one != other:
            share[bots.index(one), bots.index(other)] = won / played
    figure, axes = _figure(1.4 + 0.62 * len(bots))
    axes.imshow(share, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    for row in range(len(bots)):
        for column in range(len(bots)):
            if not np.isnan(share[row, column]):
                dark = abs(share[row, column] - 0.5) > 0.3
                axes.text(column, row, f"{share[row, column]:.0%}", ha="center", va="center", color="white" if dark else INK)
    axes.set_xticks(range(len(bots)), [str(place) for place in range(1, len(bots) + 1)])
    axes.set_yticks(range(len(bots)), [f"{place} {short(bot)}" for place, bot in enumerate(bots, 1)])
    axes.set_xlabel("points of the row against the column")
    axes.set_title("Crosstable")
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    return _svg(figure, "Crosstable: share of points of each bot against each other")


@_styled
def control_by_turn(balance: Balance) -> str:
    """Who holds which area at the end of each turn."""
    figure, axes = _figure(6.6, len(AREAS), 1, sharex=True, sharey=True)
    turns = np.arange(len(balance.control))
    for number, area in enumerate(AREAS):
        panel = axes[number]
        free, dark = 100 * balance.control[:, number, 0], 100 * balance.control[:, number, 1]
        panel.fill_between(turns, 0, free, step="mid", color=FREE, alpha=0.85, lw=0)
        panel.fill_between(turns, 100 - dark, 100, step="mid", color=DARK, alpha=0.85, lw=0)
        panel.set_title(AREA_NAMES[area], fontsize=10.5)
        panel.set_ylim(0, 100)
        panel.set_xlim(0, max(1, len(turns) - 1))
        panel.set_yticks([0, 50, 100])
    axes[-1].set_xlabel("end of turn (0: set-up)")
    axes[-1].set_xticks(turns)
    figure.supylabel("share of games, %  (from below: Free Peoples; from above: Dark Army)", fontsize=10)
    return _svg(figure, "Control of areas by turn")


@_styled
def battlefield(balance: Balance) -> str:
    """Where the armies are at the ends of turns: one map for each side."""
    world = load().world[0]
    q, r = world.cube[:, 0].astype(float), world.cube[:, 1].astype(float)
    x, y = np.sqrt(3) * (q + r / 2), 1.5 * r
    corner = np.deg2rad(60 * np.arange(6) + 30)
    outline = np.stack([np.cos(corner), np.sin(corner)], axis=1)
    hexes = np.stack([x, y], axis=1)[:, None, :] + outline[None]
    figure, axes = _figure(7.2, 2, 1)
    for side, (panel, colours) in enumerate(zip(axes, ("Blues", "Reds"), strict=True)):
        shares = 100 * balance.occupied[side]
        found = PolyCollection(list(hexes), array=shares, cmap=colours, edgecolors="#cfccc4", linewidths=0.4)
        found.set_clim(0, max(1.0, float(np.percentile(shares[shares > 0], 98)) if (shares > 0).any() else 1.0))
        panel.add_collection(found)
        keys = [int(hex) for area in range(len(AREAS)) for hex in world.key_hexes[area] if 0 <= hex < HEXES]
        panel.add_collection(PolyCollection(list(hexes[keys]), facecolors="none", edgecolors=INK, linewidths=1.6))
        panel.set_xlim(x.min() - 1, x.max() + 1)
        panel.set_ylim(y.max() + 1.1, y.min() - 1.1)
        panel.set_aspect("equal")
        panel.set_axis_off()
        panel.set_title(SIDE_NAMES[SIDES[side]])
        figure.colorbar(found, ax=panel, shrink=0.85, label="% of ends of turn", pad=0.01)
    return _svg(figure, "Heat map of the battlefield: where each side's pieces are at the ends of turns")


@_styled
def forest(title: str, found: Sequence[Difference]) -> str:
    """Changes of the Free Peoples' score with intervals."""
    figure, axes = _figure(1.2 + 0.34 * len(found))
    for number, one in enumerate(found):
        colour = GREY if not one.clear else FREE if one.change.value > 0 else DARK
        _whiskers(axes, [number], [one.change], colour, 100.0)
    axes.axvline(0, color=INK, lw=1)
    axes.set_yticks(range(len(found)), [one.name for one in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.25)
    axes.set_xlabel("change of score, points")
    axes.set_title(title)
    return _svg(figure, title)


@_styled
def luck_bars(balance: Balance) -> str:
    """Shares of the variance."""
    luck = balance.luck
    assert luck is not None
    names = [*luck.alone, "only together"]
    figure, axes = _figure(2.6)
    alone = [*luck.alone.values(), luck.together]
    _whiskers(axes, np.arange(len(names)) - 0.12, alone, INK, 100.0, label="alone")
    _whiskers(axes, np.arange(len(names) - 1) + 0.12, list(luck.in_all.values()), GREY, 100.0, label="in all")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.axvline(0, color=INK, lw=0.8)
    axes.grid(axis="x", alpha=0.25)
    axes.set_xlabel("share of the variance of the result, %")
    axes.set_title("Luck")
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    return _svg(figure, "Luck: shares of the variance of the result")


@_styled
def survival_bars(balance: Balance) -> str:
    """How much of each army is left."""
    data = load()
    armies = list(balance.survival)
    figure, axes = _figure(1.2 + 0.28 * len(armies))
    colours = [FREE if data.army_sides[data.armies.index(army)] == SIDES[0] else DARK for army in armies]
    axes.barh(range(len(armies)), [100 * balance.survival[army][0] for army in armies], color=colours, height=0.65)
    axes.set_yticks(range(len(armies)), [army.replace("_", " ") for army in armies])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("strength left at the end, %")
    axes.set_title("Survival")
    return _svg(figure, "Strength left of each army at the end")
