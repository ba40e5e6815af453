"""Beyond one machine: PPO of RLlib, with action masking, on the PettingZoo environment. Needs the extra `cluster`.

    python -m training.rllib --scenario skirmish --iterations 10 --env-runners 2

Both sides are played and learned by one policy that sees own and enemy, or with --separate by one each. On a cluster
give --address: the env runners are then spread over its machines, and nothing else changes.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import Tensor, nn

from bofa_env import bofa_v0
from bofa_env.rules.world import SIDES
from bofa_env.scenarios import scenario

from .hexnet import WHOLE_MAP, HexNet

ENVIRONMENT = "bofa_v0"
ONE_FOR_BOTH = "both"
_ILLEGAL = -1e9  # added to the logits


class MaskedHexModule(TorchRLModule, ValueFunctionAPI):
    """`HexNet` as an RLModule: illegal actions get no probability. model_config["net"]: the arguments of HexNet."""

    def setup(self) -> None:
        """Build the network."""
        self.net = HexNet(**self.model_config["net"])  # RLlib puts settings of its own beside it
        self.value = nn.Linear(self.net.features, 1)

    def _forward(self, batch: dict[str, Any], **others: Any) -> dict[str, Tensor]:
        seen = batch[Columns.OBS]
        logits, _ = self._look(seen)
        return {Columns.ACTION_DIST_INPUTS: logits + (1 - seen["action_mask"].float()) * _ILLEGAL}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """What the critic thinks."""
        values: Tensor = self.value(self._look(batch[Columns.OBS])[1])[:, 0]
        return values

    def _look(self, seen: dict[str, Any]) -> tuple[Tensor, Tensor]:
        shown = seen["observation"]
        found: tuple[Tensor, Tensor] = self.net(shown["planes"].to(torch.uint8), shown["vector"].to(torch.uint8))
        return found


def make_environment(settings: dict[str, Any]) -> PettingZooEnv:
    """The environment of an env runner."""
    return PettingZooEnv(bofa_v0.env(**settings))


def make_config(
    scenario_name: str = "skirmish", env_runners: int = 2, separate: bool = False, seed: int = 1, reward: str = "shaped",
    batch: int = 4000, minibatch: int = 256, epochs: int = 3, games_per_runner: int = 4, **net: Any,
) -> PPOConfig:  # fmt: skip
    """PPO on the game; `net`: channels, layers and hidden of the network. Change it further as RLlib lets you."""
    register_env(ENVIRONMENT, make_environment)
    policies = list(SIDES) if separate else [ONE_FOR_BOTH]
    spaces = make_environment({"scenario": scenario_name})
    side = SIDES[0]
    module = RLModuleSpec(
        module_class=MaskedHexModule,
        observation_space=spaces.observation_spaces[side],
        action_space=spaces.action_spaces[side],
        model_config={"net": {**net, "region": scenario(scenario_name).region or WHOLE_MAP}},
    )
    config: PPOConfig = (
        PPOConfig()
        .environment(ENVIRONMENT, env_config={"scenario": scenario_name, "reward": reward})
        .env_runners(num_env_runners=env_runners, num_envs_per_env_runner=games_per_runner, rollout_fragment_length="auto")
        .multi_agent(
            policies=set(policies), policy_mapping_fn=lambda agent, episode, **_: agent if separate else ONE_FOR_BOTH
        )
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=dict.fromkeys(policies, module)))
        .training(
            train_batch_size_per_learner=batch, minibatch_size=minibatch, num_epochs=epochs, lr=5e-4, gamma=1.0, lambda_=0.95,
            entropy_coeff=0.01, vf_loss_coeff=0.5, vf_clip_param=10.0, clip_param=0.2, grad_clip=0.5,
        )
        .debugging(seed=seed)
    )  # fmt: skip
    return config


def main() -> None:
    """The command line."""
    import ray

    parser = argparse.ArgumentParser(description="PPO of RLlib on the Battle of Five Armies")
    parser.add_argument("--scenario", default="skirmish")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--env-runners", type=int, default=2)
    parser.add_argument("--separate", action="store_true", help="a policy for each side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--address", help="of a Ray cluster; default: this machine")
    parser.add_argument("--out", help="folder for the last checkpoint")
    given = parser.parse_args()
    ray.init(address=given.address)
    algorithm = make_config(given.scenario, given.env_runners, given.separate, given.seed).build_algo()
    for number in range(given.iterations):
        result = algorithm.train()
        played = result["env_runners"]
        print(
            f"{number + 1:4}  {result['num_env_steps_sampled_lifetime']:>10,.0f} decisions"
            f"  {played['num_episodes']:.0f} games of {played.get('episode_len_mean', float('nan')):.0f} decisions"
        )
    if given.out:
        print(algorithm.save_to_path(given.out))
    algorithm.stop()


if __name__ == "__main__":
    main()
