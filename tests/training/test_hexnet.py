"""The network looks at the true six neighbours, and hex actions are answered by their own cells."""

from __future__ import annotations

import numpy as np
import torch

from bofa_env.batch import Games
from bofa_env.data.load import load
from bofa_env.rules.actions import ACTIONS
from bofa_env.rules.world import COLUMNS, HEXES, ROWS
from bofa_env.scenarios import scenario
from training.hexnet import HexConvolution, HexNet, apart, together


def test_rows_laid_apart_come_together_again() -> None:
    x = torch.arange(3 * ROWS * COLUMNS * 2, dtype=torch.float32).view(3, ROWS, COLUMNS, 2)
    assert torch.equal(together(apart(x)), x.view(3, HEXES, 2))


def test_a_convolution_reaches_a_hex_and_its_six_neighbours_and_nothing_else() -> None:
    convolution = HexConvolution(1)
    with torch.no_grad():
        convolution.row.weight.copy_(torch.tensor([[[[1.0, 2.0, 4.0]]]]))  # west, itself, east
        convolution.beside.weight.copy_(torch.tensor([[[[8.0, 16.0], [32.0, 64.0]]]]))  # north-west, north-east, …
        convolution.row.bias.zero_()
    by_direction = [4.0, 64.0, 32.0, 1.0, 8.0, 16.0]  # what the hex gets from its neighbour east, south-east, …
    neighbour = load().world[0].neighbour
    one_each = torch.eye(HEXES).view(HEXES, ROWS, COLUMNS, 1)
    with torch.no_grad():
        reached = together(convolution(apart(one_each)))[:, :, 0]  # [from, to]
    expected = torch.zeros(HEXES, HEXES)
    for hex in range(HEXES):
        expected[hex, hex] = 2
        for direction, other in enumerate(neighbour[hex].tolist()):
            if other >= 0:
                expected[other, hex] = by_direction[direction]
    assert torch.equal(reached, expected)


def _seen(scenario_name: str) -> tuple[torch.Tensor, torch.Tensor]:
    games = Games(4, scenario=scenario_name, seed=3)
    rng = np.random.default_rng(1)
    for _ in range(25):
        games.step(games.sample(rng))
    shown = games.observe()
    return torch.from_numpy(shown["planes"]), torch.from_numpy(shown["vector"])


def test_a_hex_action_is_answered_by_its_own_cell() -> None:
    """Without convolutions, what is learned for one place of the map moves the logit of its own hex alone."""
    torch.manual_seed(1)
    net = HexNet(channels=8, layers=0, hidden=8)
    with torch.no_grad():
        net.question.bias.fill_(1.0)
        net.question_of_marks.weight.zero_()  # what is asked depends on the marked hexes too,
        net.zones.zero_()  # and on what is far away
    planes, vector = _seen("full")
    logits, _ = net(planes, vector)
    for hex in (40, 351, 600):
        (moved,) = torch.autograd.grad(logits[:, hex].sum(), net.place, retain_graph=True)
        assert moved[hex].abs().sum() > 0
        assert moved.abs().sum(1).count_nonzero() == 1


def test_a_region_gives_logits_inside_and_leaves_the_rest_alone() -> None:
    region = scenario("skirmish").region
    assert region is not None
    planes, vector = _seen("skirmish")
    logits, _ = HexNet(channels=8, layers=1, hidden=8, region=region)(planes, vector)
    assert logits.shape == (4, ACTIONS)
    legal = planes[:, -1].reshape(4, HEXES) > 0
    assert (logits[:, :HEXES][legal] != 0).all()
    assert (logits[:, 0] == 0).all()  # hex 0000 lies outside
