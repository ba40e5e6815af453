"""RLlib learns on a local Ray: a tiny run, one policy for both sides and one for each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def local_ray() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize(("separate", "env_runners"), [(False, 0), (True, 1)])
def test_a_tiny_run(local_ray: None, separate: bool, env_runners: int) -> None:
    from training.rllib import ONE_FOR_BOTH, make_config

    algorithm = make_config(
        env_runners=env_runners, separate=separate, batch=300, minibatch=100, epochs=1, games_per_runner=2,
        channels=8, layers=1, hidden=16,
    ).build_algo()  # fmt: skip
    policies = {"free_peoples", "dark_army"} if separate else {ONE_FOR_BOTH}
    before = {policy: _weights(algorithm, policy) for policy in policies}
    result = [algorithm.train() for _ in range(2)][-1]
    assert result["num_env_steps_sampled_lifetime"] >= 600
    for policy in policies:
        assert np.isfinite(result["learners"][policy]["total_loss"])
        after = _weights(algorithm, policy)
        assert any((before[policy][name] != after[name]).any() for name in after)
    algorithm.stop()


def _weights(algorithm: object, policy: str) -> dict[str, np.ndarray]:
    state = algorithm.get_module(policy).state_dict()  # type: ignore[attr-defined]
    return {name: tensor.detach().cpu().numpy().copy() for name, tensor in state.items()}
