"""A replay as one HTML file that needs nothing else: no server, no net."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any

from .board import board

# The modules of the page that a replay needs, each after those that it imports from.
_MODULES = ("dom.js", "board.js", "charts.js", "status.js", "story.js", "player.js", "export.js")

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body class="export">
<main id="main"></main>
<script type="application/json" id="board">{board}</script>
<script type="application/json" id="replay">{replay}</script>
<script type="module">
{script}
</script>
</body>
</html>
"""


def page_of(replay: dict[str, Any]) -> str:
    """The page of a replay (`replays.replay`)."""
    drawn = {key: value for key, value in board().items() if key != "style"}
    return _PAGE.format(
        title="The Battle of Five Armies",
        style=board()["style"] + _static("app.css"),
        board=_inline(drawn),
        replay=_inline(replay),
        script="\n".join(_plain(_static(module)) for module in _MODULES),
    )


def _static(name: str) -> str:
    return (resources.files(__package__) / "static" / name).read_text("utf-8")


def _plain(module: str) -> str:
    """A module as part of one script: what it imports is there already. Names are unique among the modules."""
    without_imports = re.sub(r"^import .*?;\n", "", module, flags=re.MULTILINE)
    return re.sub(r"^export ", "", without_imports, flags=re.MULTILINE)


def _inline(told: Any) -> str:
    """JSON that can stand within a script element: nothing in it can end or open one."""
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
