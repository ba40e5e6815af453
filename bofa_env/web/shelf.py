"""The data folder, and nothing outside it. What the other commands write is found where they write it.

    runs/web/  the games that are played here, one file each, named by their unguessable ids
    runs/      trained models (`bofa train`)
    reports/   reports of the arena and the records of their games (`bofa balance`, `bofa report`)
    records/   game records to replay
"""

from __future__ import annotations

from pathlib import Path

from .errors import NotThere

FOLDERS = {"games": "runs/web", "models": "runs", "reports": "reports", "records": "records"}
MOST_LISTED = 500


class Shelf:
    """What lies in the data folder."""

    RECORDS = (".jsonl",)
    REPORTS = (".html",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def root(self, kind: str) -> Path:
        """The folder for one kind of file."""
        return self.folder / FOLDERS[kind]

    def listed(self, kind: str, *suffixes: str) -> list[str]:
        """The files of one kind in its folder and those below, newest first, as paths within it."""
        root = self.root(kind)
        found = [path for path in root.rglob("*") if path.name.endswith(suffixes) and path.is_file()]
        found = [path for path in found if self._inside(kind, path) and not path.name.startswith(".")]
        found.sort(key=lambda path: (-path.stat().st_mtime, str(path)))
        return [path.relative_to(root).as_posix() for path in found[:MOST_LISTED]]

    def file(self, kind: str, name: str, *suffixes: str) -> Path:
        """The file of that name; NotThere if there is none, or if the name leads out of the folder."""
        parts = name.split("/")
        strange = "\\" in name or "\0" in name or any(part in ("", ".", "..") or part.startswith(".") for part in parts)
        if strange or len(name) > 300 or not name.endswith(suffixes or ("",)):
            raise NotThere(f"there is no such file in {FOLDERS[kind]}")
        path = self.root(kind) / name
        if not self._inside(kind, path) or not path.is_file():
            raise NotThere(f"there is no such file in {FOLDERS[kind]}")
        return path

    def listed_records(self) -> list[str]:
        """All game records, those of reports too, each with its folder before its name."""
        return [f"{kind}/{name}" for kind in ("records", "reports") for name in self.listed(kind, *self.RECORDS)]

    def record(self, name: str) -> Path:
        """The file of records that is listed by this name."""
        kind, _, rest = name.partition("/")
        if kind not in ("records", "reports"):
            raise NotThere("records are in records/ and reports/")
        return self.file(kind, rest, *self.RECORDS)

    def _inside(self, kind: str, path: Path) -> bool:
        """Links that lead out of the folder do not count."""
        return path.resolve().is_relative_to(self.root(kind))
