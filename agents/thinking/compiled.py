"""How the bots' kernels are compiled.

`thought` marks a kernel that other kernels call, `answer` one that Python calls. A kernel that plays games on steps them with
the rules' machine, which it is handed as its first argument, `drive`: `planner` marks the doors of those. So the machine is
neither compiled nor linked a second time.

As with the rules, compiled code on disk is stamped with all files that it may come from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types

from bofa_env.rules import doors, jit
from bofa_env.rules.record import GAME

Function = TypeVar("Function", bound=Callable[..., Any])

_STAMP = jit._STAMP + hashlib.sha256(
    b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
).hexdigest()  # fmt: skip

PLAIN = bool(numba.config.DISABLE_JIT)


def _stamped(dispatcher: Any) -> Any:
    if not PLAIN:
        dispatcher._cache._cache_file._source_stamp = _STAMP
    return dispatcher


def thought(function: Function) -> Function:
    """Compile a kernel that is called only by other compiled code."""
    return _stamped(jit.kernel(function))  # type: ignore[no-any-return]


def answer(function: Function) -> Function:
    """Compile a kernel that Python calls."""
    return _stamped(jit.entry(function))  # type: ignore[no-any-return]


def planner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel that Python calls and that steps games: its first argument, `drive`, is filled in here."""
    compiled: list[Any] = []

    def call(worlds: Any, *args: Any) -> Any:
        if not compiled:
            compiled.append(_with_machine(function, worlds, args))
        return compiled[0](doors.drive, worlds, *args)

    call.__doc__ = function.__doc__
    return call


def _with_machine(function: Callable[..., Any], worlds: Any, args: tuple[Any, ...]) -> Any:
    if PLAIN:
        return function
    nobody = np.zeros(0, np.int64)
    drive: Any = doors.drive
    drive(worlds, np.zeros(1, GAME), 0, 0, doors.STEP, nobody, doors.NO_PLAN, doors.make_setting())  # compiled, or loaded
    machine = types.FunctionType(drive.nopython_signatures[0])
    given = tuple(jit._wide(numba.typeof(arg)) for arg in (worlds, *args))
    dispatcher = numba.njit(no_cfunc_wrapper=True, cache=True, error_model="numpy", nogil=True)(function)
    _stamped(dispatcher).compile((machine, *given))
    dispatcher.disable_compile()
    return dispatcher
