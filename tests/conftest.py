"""What all tests share: the folder of the tests on the path, and one Hypothesis profile that is the same every time."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.append(str(Path(__file__).parent))  # `from oracle import …`; last, since tests/training is not `training`

settings.register_profile(
    "bofa",
    deadline=None,  # the first example may compile kernels
    derandomize=True,  # a run that passed passes again
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("bofa")
