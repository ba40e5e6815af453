"""The data folder, and nothing outside it.

    games/    the games that are played here, one file each, named by their unguessable ids
    records/  game records to replay
    reports/  reports of the arena
    models/   trained models that bots may load
"""

from __future__ import annotations

from pathlib import Path

from .errors import NotThere

FOLDERS = ("games", "records", "reports", "models")
MOST_LISTED = 500


class Shelf:
    """What lies in the data folder."""

    RECORDS = (".jsonl",)
    REPORTS = (".html",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        for name in FOLDERS:
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def listed(self, kind: str, *suffixes: str) -> list[str]:
        """The files of one folder and those below, newest first, as paths within it."""
        root = self.folder / kind
        found = [path for path in root.rglob("*") if path.name.endswith(suffixes) and path.is_file()]
        found = [path for path in found if self._inside(kind, path) and not path.name.startswith(".")]
        found.sort(key=lambda path: (-path.stat().st_mtime, str(path)))
        return [path.relative_to(root).as_posix() for path in found[:MOST_LISTED]]

    def file(self, kind: str, name: str, *suffixes: str) -> Path:
        """The file of that name; NotThere if there is none, or if the name leads out of the folder."""
        parts = name.split("/")
        strange = "\\" in name or "\0" in name or any(part in ("", ".", "..") or part.startswith(".") for part in parts)
        if strange or len(name) > 300 or not name.endswith(suffixes or ("",)):
            raise NotThere(f"there is no such file in {kind}")
        path = self.folder / kind / name
        if not self._inside(kind, path) or not path.is_file():
            raise NotThere(f"there is no such file in {kind}")
        return path

    def _inside(self, kind: str, path: Path) -> bool:
        """Links that lead out of the folder do not count."""
        return path.resolve().is_relative_to(self.folder / kind)
