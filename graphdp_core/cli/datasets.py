"""graphdp datasets: graphs that can be loaded, generated or downloaded."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from graphdp_core.cli.catalogue import allowed, show_rows
from graphdp_core.cli.progress import tell
from graphdp_core.data import DATASETS, GENERATORS, DatasetInfo, dataset
from graphdp_core.params import Refused


def options(command: argparse.ArgumentParser) -> None:
    """What may follow ``datasets``; nothing means ``list``."""
    command.add_argument(
        "action", nargs="?", choices=("list", "info", "fetch"), default="list",
        help="list all, say what one is, or download some (default: list)",
    )  # fmt: skip
    command.add_argument("ids", nargs="*", metavar="ID", help="data sets, by id")


def run(options: argparse.Namespace) -> list[dict[str, Any]]:
    """All data sets and generators, or the facts of those named, fetched first if asked.

    Raises
    ------
    Refused
        If an id is unknown or missing, or a file cannot be fetched.
    """
    action, ids = options.action, options.ids
    if action == "list":
        if ids:
            raise Refused(f"list takes no id; say: datasets info {' '.join(ids)}.")
        return [*map(_row, DATASETS), *map(_generator_row, GENERATORS)]
    if not ids:
        raise Refused(f"{action} needs the id of a data set; list shows all of them.")
    chosen = [dataset(id) for id in ids]
    if action == "fetch":
        for info in chosen:
            info.fetch(progress=tell)
    return [{**_row(info), **_facts(info)} for info in chosen]


def show(rows: Sequence[dict[str, Any]]) -> str:
    """A line for each of the list; a line for every fact of those named, a blank line between."""
    if "summary" not in rows[0]:
        return show_rows(rows)
    return "\n\n".join("\n".join(f"{k:<10} {v}" for k, v in row.items()) for row in rows)


def _row(info: DatasetInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "kind": "data set",
        "title": info.title,
        "n": info.n,
        "m": info.m,
        "available": info.available(),
        "citation": info.citation,
    }


def _generator_row(kind: Any) -> dict[str, Any]:
    return {
        "id": kind.id,
        "kind": "generator",
        "title": kind.title,
        "parameters": allowed(kind),
    }


def _facts(info: DatasetInfo) -> dict[str, Any]:
    return {
        "summary": info.summary,
        "weighted": info.weighted,
        "classes": info.label or "none",
        "source": info.source,
        "licence": info.licence,
        "download": "yes" if info.can_be_fetched else "no",
    }
