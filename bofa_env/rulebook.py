"""The rules page (`data/RULES.md`), looked up by chapter, rule, ruling or word.

    >>> print(lookup("R11"))  # the sentences that state or cite ruling R11, under the headings of their chapters

`lookup("7")` and `lookup("movement")` give a chapter, `lookup("B-9")` and `lookup("O-4.5")` what cites that rule of the
rulebook, `lookup("hysteria")` what a word in bold type introduces, `lookup("all")` the page. Everything is Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources

from .errors import UnknownName

__all__ = ["Chapter", "chapters", "contents", "lookup", "page", "rules", "rulings"]

_HEADING = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_RULE = re.compile(r"(?<![\w-])[BSO]-\d+(?:\.\d+)?(?![\w-])")
_RULING = re.compile(r"\bR\d+\b")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_SENTENCE_ENDS = re.compile(r"(?:(?<=[.?!])|(?<=[.?!]\)))\s+(?=(?:\*\*)?\(?[A-Z])")
_SHORTEST_WORD = 4


@dataclass(frozen=True)
class Chapter:
    """A chapter of the page. Number 0 is what comes before the first."""

    number: int
    title: str
    text: str  # without the heading

    @property
    def heading(self) -> str:
        """The heading as Markdown."""
        return f"## {self.number}. {self.title}" if self.number else f"# {self.title}"

    @property
    def markdown(self) -> str:
        """Heading and text."""
        return f"{self.heading}\n{self.text}"

    @property
    def items(self) -> list[str]:
        """Paragraphs, points of lists and tables, one by one."""
        found: list[list[str]] = []
        begins = True
        for line in self.text.splitlines():
            if not line.strip():
                begins = True
                continue
            if begins or _begins_item(line, found[-1]):
                found.append([])
            found[-1].append(line)
            begins = False
        return ["\n".join(lines) for lines in found]


def _begins_item(line: str, item: list[str]) -> bool:
    """Whether the line is a new point, a ruling of its own, or no longer part of the point or table above it."""
    if re.match(r"- |\d+\. |R\d+: ", line):
        return True
    of_a_point = re.match(r"- |\d+\. ", item[0]) and not line.startswith(" ")
    return bool(of_a_point) or line.startswith("|") != item[0].startswith("|")


# --- the page


@cache
def page() -> str:
    """The whole page."""
    return (resources.files(__package__) / "data" / "RULES.md").read_text("utf-8")


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters in order, the preamble first."""
    heads = list(_HEADING.finditer(page()))
    title, _, preamble = page()[: heads[0].start()].partition("\n")
    ends = [*(head.start() for head in heads[1:]), len(page())]
    return (
        Chapter(0, title.removeprefix("# "), preamble.strip()),
        *(Chapter(int(head[1]), head[2], page()[head.end() : end].strip()) for head, end in zip(heads, ends, strict=True)),
    )


def contents() -> str:
    """The list of chapters, and what else can be looked up."""
    preamble, *numbered = chapters()
    lines = [f"{chapter.number}. {chapter.title}" for chapter in numbered]
    last = max(rulings(), key=_number)
    return "\n".join([
        preamble.heading, "", *lines, "",
        f"Look up a chapter (`7`, `movement`), a rule of the rulebook (`O-4`, `B-9`), a ruling (`R1` to `{last}`), "
        "a word (`rocks`), or `all` of it.",
    ])  # fmt: skip


def rules() -> list[str]:
    """The rules of the rulebook that the page cites: B-1, B-2, …"""
    return sorted(set(_RULE.findall(page())), key=lambda rule: ("BSO".index(rule[0]), *map(int, rule[2:].split("."))))


def rulings() -> list[str]:
    """All rulings: R1, R2, …"""
    return sorted(set(_RULING.findall(page())), key=_number)


def _number(ruling: str) -> int:
    return int(ruling[1:])


# --- looking up


def lookup(name: str) -> str:
    """What the page says under this name, as Markdown; UnknownName, with suggestions, if it says nothing."""
    wanted = " ".join(name.replace("_", " ").split())
    if wanted.lower() == "all":
        return page().rstrip()
    if match := re.fullmatch(r"(?:chapter )?(\d+)", wanted, re.IGNORECASE):
        found = [chapter.markdown for chapter in chapters()[1:] if chapter.number == int(match[1])]
    elif match := re.fullmatch(r"R-?(\d+)", wanted, re.IGNORECASE):
        found = _passages(f"R{int(match[1])}")
    elif match := re.fullmatch(r"([BSO])-?(\d+)(\.\d+)?", wanted, re.IGNORECASE):
        section = f"{match[1].upper()}-{int(match[2])}"
        found = _citations(section + (match[3] or "")) or _citations(section)
    else:
        found = _by_word(wanted.lower())
    if not found:
        raise UnknownName(_no_such(wanted or name))
    return "\n\n".join(found)


def _passages(ruling: str) -> list[str]:
    """The sentences that name a ruling, by chapter; the preamble, which has examples, only if no other does."""
    found = {
        chapter: [passage for item in chapter.items for passage in _sentences_with(ruling, item)] for chapter in chapters()
    }
    return _by_chapter(found)


def _sentences_with(ruling: str, item: str) -> Iterator[str]:
    """The sentences of an item that name a ruling. A ruling with a colon goes on to the end, or to the next such one."""
    if item.startswith("|"):
        return
    text = " ".join(re.sub(r"^(- |\d+\. )", "", item).split())
    goes_on = False
    kept: list[str] = []
    for sentence in _SENTENCE_ENDS.split(text):
        if head := re.match(r"\(?(R\d+)(?: \(to [^)]*\))?:", sentence):
            goes_on = head[1] == ruling
        if goes_on or re.search(rf"\b{ruling}\b", sentence):
            kept.append(sentence)
        elif kept:
            yield " ".join(kept)
            kept = []
    if kept:
        yield " ".join(kept)


def _citations(rule: str) -> list[str]:
    """The chapters whose heading cites a rule, and elsewhere the items that do; B-9 stands for B-9.3 as well."""
    points = r"(?:\.\d+)?" if "." not in rule else ""
    cited = re.compile(rf"(?<![\w-]){re.escape(rule)}{points}(?![\w-])(?!\.\d)")
    found = {}
    for chapter in chapters():
        whole = cited.search(chapter.title)
        found[chapter] = [chapter.text] if whole else [item for item in chapter.items if cited.search(item)]
    return _by_chapter(found)


def _by_word(word: str) -> list[str]:
    """The chapters with this word in the title; else the items that introduce it in bold type."""
    if len(word) < _SHORTEST_WORD:
        return []
    titled = [chapter.markdown for chapter in chapters()[1:] if _means(word, chapter.title.partition(" (")[0])]
    if titled:
        return titled
    return _by_chapter({
        chapter: [item for item in chapter.items if any(_means(word, term) for term in _BOLD.findall(item))]
        for chapter in chapters()
    })  # fmt: skip


def _means(wanted: str, title: str) -> bool:
    """Whether every word that is wanted begins a word of the title."""
    parts, words = re.findall(r"\w+", wanted), re.findall(r"\w+", title.lower())
    return bool(parts) and all(any(word.startswith(part) for word in words) for part in parts)


def _by_chapter(found: dict[Chapter, list[str]]) -> list[str]:
    """What was found, under the heading of its chapter; the preamble only if there is nothing else."""
    told = [
        "\n".join([chapter.heading, *_apart(passages)]) for chapter, passages in found.items() if passages and chapter.number
    ]
    return told or ["\n".join([chapter.heading, *_apart(passages)]) for chapter, passages in found.items() if passages]


def _apart(passages: Iterable[str]) -> Iterator[str]:
    """Points follow each other; paragraphs have a line between them."""
    for number, passage in enumerate(passages):
        if number and not passage.startswith("- "):
            yield ""
        yield passage


def _no_such(name: str) -> str:
    """What to say of a name that is none, with those that look like it."""
    titles = [chapter.title for chapter in chapters()[1:]]
    words = {word.lower() for text in (*titles, *_BOLD.findall(page())) for word in re.findall(r"[A-Za-z]{4,}", text)}
    close = get_close_matches(name.upper(), [*rules(), *rulings()], cutoff=0.5) if re.search(r"\d", name) else []
    close = close or get_close_matches(name.lower(), sorted(words), cutoff=0.5)
    hint = f" (did you mean {' or '.join(close)}?)" if close else ""
    last = chapters()[-1].number
    return f"the rules have no {name!r}{hint}; there are chapters 1 to {last}, rules such as O-4, rulings R1 to {rulings()[-1]}"
