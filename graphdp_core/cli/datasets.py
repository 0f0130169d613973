"""The commands on data sets and files: datasets list | info | fetch, and convert."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from graphdp_core.datasets import DATASETS, DatasetInfo, Limits, dataset, write_graph
from graphdp_core.datasets.download import Progress
from graphdp_core.datasets.files.graph_file import open_graph_file
from graphdp_core.datasets.files.raw_graph import Columns
from graphdp_core.datasets.readers import load_file

__all__ = [
    "convert",
    "convert_options",
    "dataset_options",
    "dataset_rows",
    "show_conversion",
    "show_facts",
]


def dataset_options(command: argparse.ArgumentParser) -> None:
    """What may follow ``datasets``; nothing means ``list``."""
    command.add_argument(
        "action", nargs="?", choices=("list", "info", "fetch"), default="list",
        help="list all, say what one is, or download some (default: list)",
    )  # fmt: skip
    command.add_argument("ids", nargs="*", metavar="ID", help="data sets, by id")


def dataset_rows(
    action: str, ids: Sequence[str], *, progress: Progress | None = None
) -> list[dict[str, Any]]:
    """The facts of all data sets, or of those named; those named are fetched first if asked.

    Raises
    ------
    ValueError
        If an id is unknown or missing, or a file cannot be fetched.
    """
    if action == "list":
        if ids:
            raise ValueError(f"list takes no id; say: datasets info {' '.join(ids)}.")
        return [_row(info) for info in DATASETS]
    if not ids:
        raise ValueError(f"{action} needs the id of a data set; list shows all of them.")
    chosen = [dataset(id) for id in ids]
    if action == "fetch":
        for info in chosen:
            info.fetch(progress=progress)
    return [{**_row(info), **_facts(info)} for info in chosen]


def show_facts(rows: Sequence[dict[str, Any]]) -> str:
    """A line for every fact, a blank line between data sets."""
    return "\n\n".join("\n".join(f"{k:<10} {v}" for k, v in row.items()) for row in rows)


def convert_options(command: argparse.ArgumentParser) -> None:
    """What follows ``convert``."""
    command.add_argument("file", metavar="FILE", help="edge list, GraphML, GEXF, GML, Pajek, ...")
    command.add_argument("out", metavar="OUT", help="ends in .graphml, .json or .csv, perhaps .gz")
    command.add_argument("--format", metavar="ID", help="format of FILE, if its ending is unusual")
    command.add_argument("--weight", metavar="NAME", help="column or attribute with the weight")
    command.add_argument("--label", metavar="NAME", help="node attribute with the class")
    command.add_argument("--classes", metavar="FILE", help="a file with the class of every node")
    command.add_argument(
        "--largest-component", action="store_true", help="keep it alone (reads private data)"
    )


def convert(options: argparse.Namespace) -> dict[str, Any]:
    """Read one file, write the other, and say what was cleaned and left out."""
    classes = options.classes and open_graph_file(options.classes, limits=Limits())
    loaded = load_file(
        options.file,
        options.format,
        columns=Columns(weight=options.weight, label=options.label),
        classes=classes,
        largest=options.largest_component,
    )
    left_out = write_graph(loaded.graph, options.out)
    facts = {"file": options.out, "n": loaded.graph.n, "m": loaded.graph.m}
    return {**facts, "cleaned": loaded.cleaned, "left_out": left_out}


def show_conversion(answer: dict[str, Any]) -> str:
    """The same in one paragraph."""
    sizes = f"{answer['file']}: {answer['n']:,} nodes, {answer['m']:,} edges."
    return " ".join(filter(None, (sizes, answer["cleaned"], answer["left_out"])))


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


def _facts(info: DatasetInfo) -> dict[str, Any]:
    return {
        "summary": info.summary,
        "weighted": info.weighted,
        "classes": info.label or "none",
        "source": info.source,
        "licence": info.licence,
        "download": "yes" if info.can_be_fetched else "no",
    }
