"""HexPolicy: the network as a policy class of sb3-contrib, so that MaskablePPO takes it like any other.

    MaskablePPO(HexPolicy, env, policy_kwargs={"channels": 32, "layers": 4})
"""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from bofa_env.rules.actions import ACTIONS

from .hexnet import WHOLE_MAP, HexNet, Region


class HexFeatures(BaseFeaturesExtractor):
    """Logits and the critic's features in one row.

    separate: a network for each side, of which a position uses that of its observer; otherwise both sides share one.
    """

    def __init__(self, space: spaces.Dict, separate: bool = False, **net: Any) -> None:
        nets = [HexNet(**net) for _ in range(2 if separate else 1)]
        super().__init__(space, features_dim=ACTIONS + nets[0].features)
        self.nets = nn.ModuleList(nets)

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        planes, vector = observations["planes"], observations["vector"]
        if len(self.nets) == 1:
            return torch.cat(self.nets[0](planes, vector), 1)
        out = vector.new_zeros(len(vector), self.features_dim, dtype=self.nets[0].place.dtype)
        free = vector[:, 0] > 0
        for net, rows in zip(self.nets, (free, ~free), strict=True):
            if rows.any():
                out[rows] = torch.cat(net(planes[rows], vector[rows]), 1)
        return out


class Parts(nn.Module):
    """Where SB3 would put an MLP: the row is taken apart again."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = ACTIONS, features - ACTIONS

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: Tensor) -> Tensor:
        return features[:, :ACTIONS]

    def forward_critic(self, features: Tensor) -> Tensor:
        return features[:, ACTIONS:]


class HexPolicy(MaskableMultiInputActorCriticPolicy):
    """Actor and critic on one `HexNet`, or on one per side.

    channels, layers, hidden, zones, region: see `HexNet`. separate: see `HexFeatures`. The observation is `planes` as uint8.
    """

    def __init__(
        self,
        observation_space: spaces.Dict,
        action_space: Any,
        lr_schedule: Any,
        *,
        channels: int = 32,
        layers: int = 3,
        hidden: int = 64,
        zones: int = 8,
        region: Region = WHOLE_MAP,
        separate: bool = False,
        **others: Any,
    ) -> None:
        if not isinstance(observation_space, spaces.Dict) or set(observation_space.spaces) != {"planes", "vector"}:
            raise ValueError("HexPolicy looks at observations of the form 'planes'; for other forms take a policy of SB3")
        self.net: dict[str, Any] = {"channels": channels, "layers": layers, "hidden": hidden, "zones": zones}
        self.net |= {"region": tuple(region), "separate": separate}
        others |= {
            "features_extractor_class": HexFeatures, "features_extractor_kwargs": dict(self.net), "ortho_init": False,
            "net_arch": [], "normalize_images": False,
        }  # fmt: skip
        super().__init__(observation_space, action_space, lr_schedule, **others)

    def extract_features(self, obs: Any, features_extractor: Any = None) -> Any:
        """Without SB3's copy of the whole observation as floats: the network takes what it needs."""
        return (features_extractor or self.features_extractor)(obs)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Parts(self.features_dim)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the logits are there already
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        data: dict[str, Any] = super()._get_constructor_parameters()
        for name in ("net_arch", "features_extractor_class", "features_extractor_kwargs", "ortho_init"):
            data.pop(name)
        return data | self.net
