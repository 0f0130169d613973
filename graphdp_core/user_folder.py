"""The folder of a person's own cache, where this program keeps what it can make again."""

from __future__ import annotations

import os
from pathlib import Path


def user_folder() -> Path | None:
    """`graphdp` in the user's cache folder; None for a user without a home.

    It need not exist yet, and perhaps cannot be written to.
    """
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(named) if named else Path.home() / ".cache") / "graphdp"
    except RuntimeError:  # neither HOME nor an account of the system names one
        return None
