"""graphdp mechanisms: what each releases and protects."""

from __future__ import annotations

import argparse
from typing import Any

from graphdp_core.cli.catalogue import allowed, show_rows
from graphdp_core.mechanisms import MECHANISMS

__all__ = ["options", "run", "show"]

show = show_rows


def options(command: argparse.ArgumentParser) -> None:
    """Nothing follows ``mechanisms``."""


def run(_: argparse.Namespace) -> list[dict[str, Any]]:
    """One row for each mechanism."""
    return [
        {
            "id": m.id,
            "title": m.title,
            "releases": m.returns.__name__,
            "parameters": allowed(m),
            "guarantee": m().guarantee(1.0).statement(),
            "source": m.source,
        }
        for m in MECHANISMS
    ]
