"""Memory: many games fit, and playing on and on needs no more."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MEASURE = """
import numpy as np
from bofa_env.vector import BofaVectorEnv
def peak():
    return int([line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1]) * 1024
def now():
    return int([line for line in open("/proc/self/status") if line.startswith("VmRSS")][0].split()[1]) * 1024
rng = np.random.default_rng(0)
"""


def measured(program):
    """What a program of its own prints, as whole numbers: other tests' memory does not count."""
    if not Path("/proc/self/status").exists():
        pytest.skip("needs Linux's /proc")
    done = subprocess.run([sys.executable, "-c", MEASURE + program], capture_output=True, text=True, check=True, env=os.environ)
    return [int(word) for word in done.stdout.split()]


def test_4096_games_with_planes_take_less_than_1_gigabyte():
    (most,) = measured("""
envs = BofaVectorEnv(4096, observation="planes", autoreset_mode="SameStep")
envs.reset(seed=1)
for _ in range(5):
    observations = envs.step(envs.table.games.sample(rng))[0]
print(peak())
""")
    assert most < 2**30


def test_a_million_decisions_leak_nothing():
    before, after = measured("""
envs = BofaVectorEnv(256, observation="flat", autoreset_mode="SameStep")
envs.reset(seed=1)
taken = 0
while taken < 1_000_000:
    envs.step(envs.table.games.sample(rng))
    taken += 256
    if taken == 256 * 400:
        print(now())
print(now())
""")
    assert after - before < 16 * 2**20
