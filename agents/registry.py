"""Bots by name: those of this package, and those that other packages offer by the entry point group "bofa.agents".

A spec is a name, and after a colon what the bot is made with: "greedy", "mcts:sims=200,horizon=2", "ppo:runs/model.zip".
A value without a key goes to the bot's first parameter. A bot is made by calling its class or function with the
parameters and `seed`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from bofa_env.errors import UnknownName, one_of
from bofa_env.game import checked_seed

from .interface import Agent

GROUP = "bofa.agents"

# The bots of this package: where the class is. Imported only when it is asked for.
BUILT_IN = {
    "random": "agents.random:Random",
    "greedy": "agents.greedy:Greedy",
    "captain": "agents.captain:Captain",
    "flatmc": "agents.flatmc:FlatMonteCarlo",
    "mcts": "agents.mcts:TreeSearch",
    "ppo": "agents.ppo:Ppo",
}


class SpecError(ValueError):
    """A spec that makes no bot; says what was wrong and what would be right."""


def names() -> list[str]:
    """All bots that can be made: those of this package first."""
    return [*BUILT_IN, *sorted(set(_plugged_in()) - set(BUILT_IN))]


def make(spec: str, seed: int = 0) -> Agent:
    """The bot of a spec; the same spec and seed play the same way."""
    name, given, named = parsed(spec)
    factory = factory_of(name)
    arguments = _bound(name, factory, given, named)
    agent = factory(**arguments, seed=checked_seed(seed))
    if not callable(getattr(agent, "act", None)):
        raise SpecError(f"the bot {name!r} cannot be used: what it makes, {agent!r}, has no act(game)")
    return agent  # type: ignore[no-any-return]


def factory_of(name: str) -> Callable[..., Any]:
    """What makes the bot of that name."""
    try:
        one_of("bot", name, names())
    except UnknownName as error:
        raise SpecError(str(error)) from None
    if name in BUILT_IN:
        module, attribute = BUILT_IN[name].split(":")
        return getattr(import_module(module), attribute)  # type: ignore[no-any-return]
    return _plugged_in()[name].load()  # type: ignore[no-any-return]


def parameters_of(name: str) -> dict[str, inspect.Parameter]:
    """The parameters that a spec may give to a bot, by name, and in their order."""
    return {
        key: parameter for key, parameter in inspect.signature(factory_of(name)).parameters.items() if key != "seed"
    }


def parsed(spec: str) -> tuple[str, list[Any], dict[str, Any]]:
    """A spec taken apart: the name, the values without a key, and those with one."""
    if not isinstance(spec, str) or not spec.strip():
        raise SpecError(f"a spec is text such as 'greedy' or 'mcts:sims=200', not {spec!r}; there is {_listed(names())}")
    name, _, rest = spec.strip().partition(":")
    given: list[Any] = []
    named: dict[str, Any] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals:
            if named or not part:
                raise SpecError(f"{part!r} in {spec!r} is not a parameter: write key=value, with commas between them")
            given.append(_value(part))
        elif key in named or not key.isidentifier():
            raise SpecError(f"{part!r} in {spec!r} is not a parameter of its own: every key=value once")
        else:
            named[key] = _value(value)
    return name, given, named


def _bound(name: str, factory: Callable[..., Any], given: list[Any], named: dict[str, Any]) -> dict[str, Any]:
    """The parameters by name; SpecError if the bot has none such, or lacks one that it needs."""
    known = parameters_of(name)
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in known.values()):
        return named
    takes = f"{name!r} takes {_listed(known)}" if known else f"{name!r} takes no parameters"
    if len(given) > len(known):
        raise SpecError(f"{given[len(known)]!r} is too much: {takes}")
    bound = dict(zip(known, given, strict=False))
    for key, value in named.items():
        if key not in known or key in bound:
            raise SpecError(f"there is no parameter {key!r} to set: {takes}" if key not in known else f"{key!r} is given twice")
        bound[key] = value
    for key, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and key not in bound:
            raise SpecError(f"{name!r} needs {key}: write '{name}:{key}=…'")
    return bound


def _plugged_in() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _value(text: str) -> Any:
    """A whole number, a number, yes or no, or the text itself."""
    if text.lower() in ("true", "yes", "on", "false", "no", "off"):
        return text.lower() in ("true", "yes", "on")
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _listed(words: Any) -> str:
    return ", ".join(words)
