"""Words and signs by which files are understood, out of the table beside this file."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

WORDS: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
)
CELLS: dict[str, tuple[str, ...]] = {kind: tuple(words) for kind, words in WORDS["cells"].items()}
COLUMNS: dict[str, tuple[str, ...]] = {k: tuple(words) for k, words in WORDS["columns"].items()}
