"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def check_writable(path: Path) -> None:
    """OSError, before any work is done, if the file could not be written."""
    if path.is_dir():
        raise OSError(f"{path} is a directory")
    if not path.parent.is_dir():
        raise OSError(f"there is no directory {path.parent}")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise OSError(f"{path} cannot be written")


def check_folder(path: Path) -> None:
    """OSError, before any work is done, if it is no folder and could not be made one."""
    there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise OSError(f"{there} is a file, not a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise OSError(f"nothing can be written in {there}")


def write_whole(path: Path, text: str) -> None:
    """Write a text file. Whoever reads it, or stops this halfway, sees the old file or the new one, never a part."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
