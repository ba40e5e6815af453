"""Which tests name which rule. `python tests/rules_coverage.py` writes RULES_COVERAGE.md anew.

A test names the rules that it proves in its docstring or in comments inside it: B-7.4, S-10, O-4, R11. The rules that
there are, and which of them must have a test, are listed in rules_index.toml.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).parent
INDEX = TESTS / "rules_index.toml"
TABLE = TESTS / "RULES_COVERAGE.md"

_RULE = re.compile(r"(?<![\w-])(?:[BSO]-\d+(?:\.\d+)?|R\d+)(?![\w-]|\.\d)")


@dataclass(frozen=True)
class Rule:
    """One line of the index."""

    id: str
    ruleset: str  # basic, standard or option
    title: str
    required: bool
    status: str  # what is said of it while it has no test


def read_index(file: Path = INDEX) -> list[Rule]:
    """All rules, in the order of the index."""
    index = tomllib.loads(file.read_text("utf-8"))
    return [
        Rule(rule["id"], rule["ruleset"], rule["title"], rule["ruleset"] in index["required"], index["status"][rule["ruleset"]])
        for part in ("rulebook", "rulings")
        for rule in index[part]["rules"]
    ]


def rules_in(text: str) -> set[str]:
    """The ids of rules that a text names."""
    return set(_RULE.findall(text))


def files_with_tests(folder: Path = TESTS) -> list[Path]:
    """All files with tests."""
    return sorted(folder.rglob("test_*.py"))


def remarks(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every comment and docstring."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def tests_in(source: str) -> Iterator[tuple[str, int, int]]:
    """The name of every test, with its first and last line, decorators included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield node.name, first, node.end_lineno or first


def coverage(files: list[Path] | None = None) -> dict[str, list[str]]:
    """For every rule that is named inside a test: the tests that name it, as file::test."""
    found: dict[str, set[str]] = {}
    for file in files_with_tests() if files is None else files:
        source = file.read_text("utf-8")
        said = list(remarks(source))
        where = file.relative_to(TESTS).as_posix() if file.is_relative_to(TESTS) else file.name
        for name, first, last in tests_in(source):
            for line, text in said:
                if first <= line <= last:
                    for rule in rules_in(text):
                        found.setdefault(rule, set()).add(f"{where}::{name}")
    return {rule: sorted(tests) for rule, tests in found.items()}


def unknown_rules(files: list[Path] | None = None) -> list[str]:
    """Rules that are named anywhere in a test file, and that do not exist."""
    known = {rule.id for rule in read_index()}
    return [
        f"{file.name}:{line} names {rule}"
        for file in (files_with_tests() if files is None else files)
        for line, text in remarks(file.read_text("utf-8"))
        for rule in sorted(rules_in(text) - known)
    ]


def missing_rules() -> list[str]:
    """Rules that must have a test, and have none."""
    covered = coverage()
    return [rule.id for rule in read_index() if rule.required and rule.id not in covered]


def table() -> str:
    """RULES_COVERAGE.md as it should be."""
    covered = coverage()
    rules = read_index()
    lines = [
        "# Which tests prove which rule",
        "",
        "Written by `python tests/rules_coverage.py` from the rules that tests name; do not edit.",
        "",
        "| ruleset | rules | with tests |",
        "|---|---|---|",
    ]
    for ruleset in ("basic", "standard", "option"):
        own = [rule for rule in rules if rule.ruleset == ruleset]
        lines.append(f"| {ruleset} | {len(own)} | {sum(rule.id in covered for rule in own)} |")
    lines += ["", "| rule | ruleset | about | tests |", "|---|---|---|---|"]
    for rule in rules:
        tests = "<br>".join(covered.get(rule.id, [])) or rule.status
        lines.append(f"| {rule.id} | {rule.ruleset} | {rule.title} | {tests} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
    print(f"{TABLE.name} written; without a test: {', '.join(missing_rules()) or 'none'}")
