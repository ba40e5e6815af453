"""The curve of a run: one row per update, in a CSV file and in TensorBoard."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from bofa_env.commands.files import write_whole


class Curve:
    """Rows of figures. The CSV file is written whole each time, so an interrupted run leaves no half row."""

    def __init__(self, folder: Path, rows: list[dict[str, Any]] | None = None) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.folder = folder
        self.rows = rows or []
        last = self.rows[-1]["decisions"] if self.rows else None
        self._writer = SummaryWriter(str(folder / "tensorboard"), purge_step=None if last is None else last + 1)

    def add(self, row: dict[str, Any]) -> None:
        """A row; "decisions" says where on the curve it lies."""
        self.rows.append(row)
        for name, value in row.items():
            if isinstance(value, int | float):
                self._writer.add_scalar(name, value, row["decisions"])
        write_whole(self.folder / "curve.csv", as_csv(self.rows))

    def close(self) -> None:
        """Flush what TensorBoard still holds."""
        self._writer.close()


def as_csv(rows: list[dict[str, Any]]) -> str:
    """The rows as a table; a column that a row does not have is empty there."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: round(value, 5) if isinstance(value, float) else value for name, value in row.items()})
    return text.getvalue()
