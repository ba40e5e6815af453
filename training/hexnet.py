"""The network: residual convolutions over the true six neighbours of every hex, and heads that answer where the action lies.

The map is a grid of offset rows, so a square kernel would look at wrong neighbours. Here even and odd rows lie in two
halves of the batch: then a 1x3 kernel reaches a hex and its neighbours in the row, and a 2x2 kernel on the *other* half
reaches exactly the two above and the two below. Seven weights per pair of channels, none wasted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from bofa_env import observation
from bofa_env.data.load import load
from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.nodes import DECISIONS
from bofa_env.rules.world import COLUMNS, HEXES, PIECES, ROWS

Region = tuple[int, int, int, int]  # first and last column, first and last row
WHOLE_MAP: Region = (0, COLUMNS - 1, 0, ROWS - 1)

_PLANE = {name: index for index, (name, _) in enumerate(observation.PLANES)}
_GLOBAL = {name: index for index, (name, _) in enumerate(observation.GLOBALS)}
_STACKS = ("unit_1_piece", "unit_2_piece", "unit_3_piece", "unit_4_piece", "leader_piece", "leader_2_piece")
# Planes whose entries are piece numbers, own ones first; they become learned vectors.
_IDS = [_PLANE[f"{side}_{name}"] for side in ("own", "enemy") for name in _STACKS]
# Planes whose entries are amounts. The ground is left out: it never changes, and `place` learns what it means.
_AMOUNTS = [
    index for name, index in _PLANE.items() if index >= len(observation.GROUND) and index not in _IDS and "weapon" not in name
]
_STATUS = 6  # entries of `vector` per piece: where, hits, marks (2), depth, selected
_MARK_BITS = 12


class _Joined(torch.autograd.Function):
    """To each half of the rows what comes from the other. Written out, because autograd would copy everything thrice.

    `across` is one row and one column larger, and each half takes the corner that it needs.
    """

    @staticmethod
    def forward(ctx: Any, along: Tensor, across: Tensor) -> Tensor:
        half = len(along) // 2
        ctx.mark_dirty(along)
        along[:half] += across[half:, :, :-1, :-1]  # even rows, from odd ones: columns c-1 and c
        along[half:] += across[:half, :, 1:, 1:]  # odd rows, from even ones: columns c and c+1
        return along

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor]:
        doubled, channels, rows, columns = gradient.shape
        across = gradient.new_zeros(doubled, rows + 1, columns + 1, channels).permute(0, 3, 1, 2)
        half = doubled // 2
        across[half:, :, :-1, :-1] = gradient[:half]
        across[:half, :, 1:, 1:] = gradient[half:]
        return gradient, across


class HexConvolution(nn.Module):
    """A hex and its six neighbours, on rows laid apart by `apart`."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.row = nn.Conv2d(channels, channels, (1, 3), padding=(0, 1))
        self.beside = nn.Conv2d(channels, channels, 2, padding=1, bias=False)
        with torch.no_grad():  # two parts of one sum: as if drawn for one kernel of seven
            self.row.weight.mul_((3 / 7) ** 0.5)
            self.beside.weight.mul_((4 / 7) ** 0.5)

    def forward(self, x: Tensor) -> Tensor:
        summed: Tensor = _Joined.apply(self.row(x), self.beside(x))
        return summed


def apart(x: Tensor) -> Tensor:
    """(games, rows, columns, channels) to (2 × games, channels, rows / 2, columns): even rows first."""
    games, rows, columns, channels = x.shape
    split = x.view(games, rows // 2, 2, columns, channels).permute(2, 0, 1, 3, 4)
    return split.reshape(2 * games, rows // 2, columns, channels).permute(0, 3, 1, 2)


def together(x: Tensor) -> Tensor:
    """The way back from `apart`, with all hexes in one row: (games, hexes, channels)."""
    doubled, channels, half_rows, columns = x.shape
    split = x.permute(0, 2, 3, 1).reshape(2, doubled // 2, half_rows, columns, channels)
    return split.permute(1, 2, 0, 3, 4).reshape(doubled // 2, 2 * half_rows * columns, channels)


class HexNet(nn.Module):
    """An observation of the form `planes` to a logit for every action and to features of the position for the critic.

    channels, layers: width and number of the convolutions. hidden: width of the layers behind the flat vector. zones: parts
    of the map, of learned extent, whose contents every hex is told of, since convolutions see only what is near.
    region: the part of the map where the scenario is played; the rest is cut away.
    """

    def __init__(
        self, channels: int = 32, layers: int = 3, hidden: int = 64, zones: int = 8, region: Region = WHOLE_MAP
    ) -> None:
        super().__init__()
        self.features = hidden
        columns, rows = _window(region)
        self._columns, self._rows = columns, rows
        inside = np.zeros((ROWS, COLUMNS), np.bool_)
        inside[rows, columns] = True
        self.register_buffer("inside", torch.from_numpy(np.flatnonzero(inside)), persistent=False)
        largest = observation.largest("planes")
        self.register_buffer("amounts", _reciprocal(largest["planes"][_AMOUNTS, 0, 0]), persistent=False)
        self.register_buffer("entries", _reciprocal(largest["vector"]), persistent=False)
        self.register_buffer("bits", 2 ** torch.arange(8), persistent=False)

        self.amount = nn.Linear(len(_AMOUNTS), channels)
        self.piece = nn.Embedding(2 * (PIECES + 1), channels)  # own, enemy
        self.status = nn.Linear(2 + _MARK_BITS, channels, bias=False)
        self.place = nn.Parameter(torch.randn(len(self.inside), channels) * 0.05)
        self.vector = nn.Sequential(nn.Linear(len(self.entries), hidden), nn.ReLU(), nn.Linear(hidden, hidden))
        self.subject = nn.Embedding(PIECES + 1, hidden)
        self.convolutions = nn.ModuleList(HexConvolution(channels) for _ in range(layers))
        self.context = nn.Linear(hidden, channels)
        self.zones = nn.Parameter(torch.randn(zones, len(self.inside)) * len(self.inside) ** -0.5)
        self.of_zones = nn.Linear(zones * channels, hidden)
        self.from_afar = nn.Linear(hidden, channels)
        self.hex = nn.Linear(channels, channels)
        self.question = nn.Linear(hidden, channels)
        self.question_of_marks = nn.Linear(2 * channels, channels, bias=False)
        self.question_of_kind = nn.Embedding(len(DECISIONS), channels)
        self.position = nn.Sequential(nn.Linear(hidden + 4 * channels, 2 * hidden), nn.ReLU())
        self.verb = nn.Linear(2 * hidden, ACTIONS - HEXES)
        self.critic = nn.Sequential(nn.Linear(2 * hidden, hidden), nn.ReLU())
        with torch.no_grad():
            self.amount.weight.mul_(4)  # most amounts are far below their largest value
            self.piece.weight.copy_(_alike(channels))
        nn.init.normal_(self.question_of_kind.weight, std=0.02)
        for layer in (self.question, self.question_of_marks, self.verb):  # nearly uniform play to begin with
            nn.init.normal_(layer.weight, std=0.02)
        nn.init.zeros_(self.verb.bias)

    def forward(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, Tensor]:
        games = len(planes)
        planes = planes[:, :, self._rows, self._columns]
        hexes = planes.shape[2] * planes.shape[3]
        context = self.vector(vector * self.entries) + self.subject(vector[:, _GLOBAL["subject"]].long())
        x = self._counters(planes, vector).view(games, hexes, -1) + self.context(context)[:, None]
        x = torch.relu_(x)
        context = context + self.of_zones(torch.matmul(self.zones, x).flatten(1))
        x = apart((x + self.from_afar(torch.relu(context))[:, None]).view(games, planes.shape[2], planes.shape[3], -1))
        for convolution in self.convolutions:
            x = x + torch.relu_(convolution(x))
        found = together(x)

        flat = planes.reshape(games, -1, hexes)
        marks = flat[:, [_PLANE["origin"], _PLANE["target"], _PLANE["legal"]]].to(found.dtype)
        marked = torch.bmm(marks, found)
        legal = marked[:, 2] / marks[:, 2].sum(1, keepdim=True).clamp(min=1)
        pools = (found.mean(1), marked[:, 0], marked[:, 1], legal)
        position = self.position(torch.cat((torch.relu(context), *pools), 1))

        kind = vector[:, _GLOBAL["decision_deploy"] : _GLOBAL["decision_deploy"] + len(DECISIONS)].to(found.dtype)
        question = self.question(torch.relu(context)) + kind @ self.question_of_kind.weight
        question = question + self.question_of_marks(torch.cat((marked[:, 0], marked[:, 1]), 1))
        answers = torch.relu_(self.hex(found))
        logits = answers.new_zeros(games, ACTIONS)
        logits[:, self.inside] = torch.bmm(answers, question[:, :, None])[:, :, 0]
        logits[:, HEXES:] = self.verb(position)
        return logits, self.critic(position)

    def _counters(self, planes: Tensor, vector: Tensor) -> Tensor:
        """What lies in every hex, as (games × hexes, channels)."""
        games, _, rows, columns = planes.shape
        amounts = planes[:, _AMOUNTS].reshape(games, len(_AMOUNTS), rows * columns).to(self.amounts.dtype)
        scaled = self.amount.weight * self.amounts  # a small matrix, instead of every amount on the map
        laid = nn.functional.linear(amounts.transpose(1, 2), scaled, self.amount.bias) + self.place
        ids = planes[:, _IDS].reshape(games, len(_IDS), rows * columns)
        game, slot, hex = torch.nonzero(ids, as_tuple=True)
        piece = ids[game, slot, hex].long()
        enemy = (slot >= len(_STACKS)).long()
        status = vector[game[:, None], len(_GLOBAL) + _STATUS * (piece - 1)[:, None] + torch.arange(_STATUS)].long()
        low, high = status[:, 2:3] & self.bits, status[:, 3:4] & self.bits[: _MARK_BITS - 8]
        told = torch.cat((status[:, 1:2].clamp(max=4) / 4, status[:, 5:6], low > 0, high > 0), 1)
        vectors = self.piece(piece + enemy * (PIECES + 1)) + self.status(told.to(self.amounts.dtype))
        return laid.reshape(games * rows * columns, -1).index_add(0, game * (rows * columns) + hex, vectors)


def _window(region: Region) -> tuple[slice, slice]:
    """The columns and rows that the network looks at: whole pairs of rows, from an even one on."""
    first_column, last_column, first_row, last_row = region
    return slice(first_column, last_column + 1), slice(first_row - first_row % 2, last_row + 1 + (last_row + 1) % 2)


def _alike(channels: int) -> Tensor:
    """Vectors of the pieces to begin with: a random mixture of what the counters say, so that like pieces have like ones."""
    world = load().world[0]
    numbers = [torch.tensor(column / 4) for column in (world.strength, world.move, world.bow)]
    kinds = [nn.functional.one_hot(torch.tensor(column).long(), 8) for column in (world.kind, world.weapon)]
    told = torch.cat([torch.stack([*numbers, torch.tensor(world.leader), torch.tensor(world.unit)], 1), *kinds], 1).float()
    sides = [torch.cat((torch.zeros(1, channels), told @ torch.randn(told.shape[1], channels) * 0.2)) for _ in range(2)]
    return torch.cat(sides)


def _reciprocal(largest: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(1 / largest.astype(np.float32))
