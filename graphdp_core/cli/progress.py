"""What a person reads while a command works, on the error stream and on a terminal alone."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

COMPILING = "Compiling inner loops; they are kept, so that the next command starts at once ..."


def tell(fraction: float, text: str) -> None:
    """Progress on one line, written over itself."""
    if sys.stderr.isatty():
        print(f"\r{fraction:4.0%} {text:<60.60}", end="", file=sys.stderr, flush=True)


@cache
def announce_compiling() -> None:
    """Say once that inner loops are compiled, at the moment when the first one is.

    Loops whose machine code is on disk already are loaded without a word.
    """
    from numba.core import event

    class Announcement(event.Listener):
        """Speaks when the first compilation starts, then never again."""

        said = False

        def on_start(self, event: Any) -> None:
            if not self.said and sys.stderr.isatty():
                print(COMPILING, file=sys.stderr, flush=True)
            self.said = True

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Announcement())  # type: ignore[no-untyped-call]
