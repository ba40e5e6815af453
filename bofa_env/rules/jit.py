"""How the kernels are compiled.

`kernel` marks a rule: a function that other kernels call. `entry` marks the few doors that Python calls; `machine` the
one door that may also be handed to compiled code as an argument, so that a planner can step games without linking the
whole machine into itself.

Compile time is a feature (DESIGN.md, chapter 2), so a kernel gets no Python wrapper of its own, and every whole
number or truth value that it is given arrives as a 64-bit integer: without that, numba would compile a rule once
for each width of integer and each literal that it is ever called with.

Compiled code is kept on disk. Numba itself only asks whether a function's own file has changed, not the files of the
rules that it calls, and would go on playing by the old ones; so here every kernel is stamped with all the rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import types

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {"cache": True, "error_model": "numpy", "nogil": True}


def _digest_of_all_rules() -> str:
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


_STAMP = _digest_of_all_rules()


def _stamped(dispatcher: Any) -> Any:
    own_file = Path(dispatcher.py_func.__code__.co_filename)
    own = hashlib.sha256(own_file.read_bytes()).hexdigest() if own_file.parent != Path(__file__).parent else ""
    dispatcher._cache._cache_file._source_stamp = _STAMP + own
    return dispatcher


def kernel(function: Function) -> Function:
    """Compile a rule that is called only by other compiled code."""
    dispatcher = numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)
    if dispatcher is function:  # NUMBA_DISABLE_JIT=1: plain Python
        return function
    _stamped(dispatcher)
    template_for = dispatcher.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template_for(tuple(_wide(arg) for arg in args), kws)

    dispatcher.get_call_template = widened
    return dispatcher  # type: ignore[no-any-return]


def entry(function: Function) -> Function:
    """Compile a door of the core: a function that Python calls."""
    dispatcher = numba.njit(function, no_cfunc_wrapper=True, **_OPTIONS)
    return function if dispatcher is function else _stamped(dispatcher)  # type: ignore[no-any-return]


def machine(function: Function) -> Function:
    """Compile a door that compiled code outside of the rules is given as a first-class function."""
    dispatcher = numba.njit(function, **_OPTIONS)
    return function if dispatcher is function else _stamped(dispatcher)  # type: ignore[no-any-return]


def _wide(arg: Any) -> Any:
    return types.int64 if isinstance(types.unliteral(arg), (types.Integer, types.Boolean)) else arg
