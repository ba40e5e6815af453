"""Golden playthroughs: games as readable text that can be played again (`bofa_env.playthrough` says how they are written).

    python tests/playthrough.py            # says which files in tests/golden would read differently now
    python tests/playthrough.py --write    # writes them anew, on purpose

Writing a file anew keeps the orders and works out the indented lines again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bofa_env.playthrough import replay

GOLDEN = Path(__file__).parent / "golden"


def main() -> None:
    """Say which files would change, or write them."""
    for file in sorted(GOLDEN.glob("*.txt")):
        old = file.read_text("utf-8")
        new = replay(old)
        print(f"{file.name}: {'as it was' if new == old else 'written anew' if '--write' in sys.argv else 'differs'}")
        if "--write" in sys.argv:
            file.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
