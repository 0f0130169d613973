"""The version of the code that decides a measurement, as stored cells name it."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


@cache
def code_version(*, drawing: bool = False) -> str:
    """A name of all that decides a number: the core's source and the versions of numpy and scipy.

    Plots, command line and the store decide none; with `drawing` what decides a picture or a
    sentence counts too.
    """
    core = Path(__file__).parents[1]
    digest = blake2b(digest_size=8)
    for package in ("numpy", "scipy", "scikit-learn", "gudhi"):
        digest.update(_installed(package).encode())
    for file in sorted(core.rglob("*.py")):
        place = file.relative_to(core)
        draws = drawing and place.parts[0] in ("experiment", "plots", "stage")
        if draws or not {place.parts[0], place.as_posix()} & _DECIDE_NOTHING:
            digest.update(place.as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def _installed(package: str) -> str:
    """Its version; "" where it is not installed, as gudhi need not be."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


_DECIDE_NOTHING = frozenset(
    {"captions", "cli", "lab", "lessons", "plots", "stage", "takeaway"}
    | {"trust", "web", "__init__.py", "__main__.py", "stored.py", "version.py", "wings.py"}
    | {
        f"experiment/{name}.py"
        for name in (
            "advice", "advisor", "answer", "board", "cells", "code_version",
            "curves", "feasible", "fitted_power", "frontier", "graph_summary",
            "grid", "measuring", "needed_epsilon", "public_proxy", "race", "scenario",
            "store_file", "sweep", "targets", "workers",
        )
    }
)  # fmt: skip
