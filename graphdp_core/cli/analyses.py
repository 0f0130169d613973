"""graphdp analyses: what each returns and measures."""

from __future__ import annotations

import argparse
from typing import Any

from graphdp_core.analyses import ANALYSES
from graphdp_core.cli.catalogue import allowed, show_rows

show = show_rows


def options(command: argparse.ArgumentParser) -> None:
    """Nothing follows ``analyses``."""


def run(_: argparse.Namespace) -> list[dict[str, Any]]:
    """One row for each analysis."""
    return [
        {
            "id": a.id,
            "title": a.title,
            "returns": a.returns.__name__,
            "parameters": allowed(a),
            "metrics": [metric.id for metric in a.metrics],
            "source": a.source,
        }
        for a in ANALYSES
    ]
