"""The verdict: the numbers of a balance report in words, and no word more than the intervals support."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING

from ..render.symbols import SIDE_NAMES
from ..rules.world import SIDES
from .luck import CORNERS, FEW_CUBES, Luck
from .ratings import Estimate
from .shares import Difference, Tally

if TYPE_CHECKING:
    from .balance import Balance

SLIGHT = 0.10  # an edge of up to ten points in a hundred games is called slight
LARGE = 0.30


def verdict(balance: Balance) -> list[str]:
    """One sentence for each thing that can be said; the first is the verdict on the sides, the second what it rests on."""
    strongest = balance.ladder[balance.strongest]
    said = [on_sides(strongest.edge), on_shares(strongest, balance.strongest)]
    if len(balance.ladder) > 1:
        said.append(on_skill({bot: tally.edge for bot, tally in balance.ladder.items()}))
    if balance.options:
        said.append(on_differences("rule", balance.options))
    if balance.restricted:
        said.append(on_differences("restriction", balance.restricted))
    if balance.luck is not None:
        said.append(on_luck(balance))
    said.append(
        f"All this holds for these bots on a reconstructed map (R2) with reconstructed counters (R4);"
        f" {balance.strongest} is not an experienced human player."
    )
    return said


def on_sides(edge: Estimate) -> str:
    """Whether one side is better off; edge: wins of the Free Peoples less those of the Dark Army, as a share of the games."""
    if edge.low <= 0 <= edge.high:
        reach = max(-edge.low, edge.high)
        if reach <= SLIGHT:
            return f"Balanced to within {_number(reach)} points."
        return f"Neither side is shown to be better off; an edge of up to {_number(reach)} points is not ruled out."
    side = ("The Free Peoples have", "The Dark Army has")[edge.value < 0]
    near, far = sorted((abs(edge.low), abs(edge.high)))
    size = "a slight edge" if far <= SLIGHT else "a large edge" if near >= LARGE else "an edge"
    return f"{side} {size}, between {_number(near)} and {_number(far)} points."


def on_shares(tally: Tally, bot: str) -> str:
    """What the verdict on the sides rests on."""
    shares = ", ".join(f"{SIDE_NAMES[side]} {tally.wins[side].value:.0%}" for side in SIDES)
    return (
        f"{tally.games:,} games of {bot} against itself: {shares}, drawn {tally.wins['draw'].value:.0%};"
        f" edge of the Free Peoples {_points(tally.edge)}."
    )


def on_skill(edges: dict[str, Estimate]) -> str:
    """Whether better play changes who is better off; the rungs are independent samples."""
    bots = list(edges)
    ups = {_direction(edges[one], edges[other]) for one, other in combinations(bots, 2)} - {0}
    along = ", ".join(f"{bot} {_points(edge)}" for bot, edge in edges.items())
    if len(ups) > 1:
        return f"Along the ladder the edge moves both ways, so it tells as much of the bots as of the game: {along}."
    if not ups:
        return f"No clear trend with skill: {along}."
    return f"Better play favours the {SIDE_NAMES[SIDES[0 if ups == {1} else 1]]}: {along}."


def _direction(low: Estimate, high: Estimate) -> int:
    """1 or -1 if the edge clearly moves up or down from one rung to another, else 0."""
    change = high.value - low.value
    reach = hypot((high.high - high.low) / 2, (low.high - low.low) / 2)
    return 0 if abs(change) <= reach else 1 if change > 0 else -1


def on_differences(what: str, found: list[Difference]) -> str:
    """Which rules or restrictions matter."""
    clear = sorted((one for one in found if one.clear), key=lambda one: -abs(one.change.value))
    plural = f"{len(found)} {what}{'s' * (len(found) != 1)}"
    least = min(one.games for one in found)
    if not clear:
        widest = max(max(abs(one.change.low), abs(one.change.high)) for one in found)
        return (
            f"None of {plural} (each from {least:,} games on) changes the Free Peoples' score more than chance could;"
            f" changes of up to {100 * widest:.0f} points are not ruled out."
        )
    told = ", ".join(f"{one.name} ({_points(one.change)})" for one in clear)
    return f"Of {plural} (each from {least:,} games on) these change the Free Peoples' score clearly: {told}."


def on_luck(balance: Balance) -> str:
    """Where results come from."""
    luck = balance.luck
    assert luck is not None
    if not luck.enough:
        return (
            f"How much of the result is luck cannot be said from {luck.cubes} cubes of eight games of {balance.yardstick};"
            f" {FEW_CUBES} or more are needed."
        )
    alone = ", ".join(f"{name} {_share(estimate)}" for name, estimate in luck.alone.items())
    return (
        f"Of the variance of the result, by themselves explain: {alone}; {_share(luck.together)} comes about only by several"
        f" of them together ({luck.cubes} cubes of eight games of {balance.yardstick}).{on_play(luck, balance.yardstick)}"
    )


def on_play(luck: Luck, bot: str) -> str:
    """That play is no source of luck at all, if the games show it."""
    if not luck.same_play:
        return ""
    pairs = luck.cubes * len(CORNERS) // 2
    return f" {bot} leaves nothing to chance: none of {pairs:,} pairs of games with another seed of play differ in anything."


def _points(estimate: Estimate) -> str:
    return f"{100 * estimate.value:+z.0f} points [{100 * estimate.low:+z.0f}, {100 * estimate.high:+z.0f}]"


def _number(share: float) -> str:
    return f"{100 * share:.0f}"


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.0%} [{estimate.low:.0%}, {estimate.high:.0%}]"
