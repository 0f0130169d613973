"""graphdp convert: a graph file in another format."""

from __future__ import annotations

import argparse
from typing import Any

from graphdp_core.datasets import Limits, write_graph
from graphdp_core.datasets.files.graph_file import open_graph_file
from graphdp_core.datasets.files.raw_graph import Columns
from graphdp_core.datasets.readers import load_file

__all__ = ["options", "run", "show"]


def options(command: argparse.ArgumentParser) -> None:
    """Which file, into which, and what is read of it."""
    command.add_argument("file", metavar="FILE", help="edge list, GraphML, GEXF, GML, Pajek, ...")
    command.add_argument("out", metavar="OUT", help="ends in .graphml, .json or .csv, perhaps .gz")
    command.add_argument("--format", metavar="ID", help="format of FILE, if its ending is unusual")
    command.add_argument("--weight", metavar="NAME", help="column or attribute with the weight")
    command.add_argument("--label", metavar="NAME", help="node attribute with the class")
    command.add_argument("--classes", metavar="FILE", help="a file with the class of every node")
    command.add_argument(
        "--largest-component", action="store_true", help="keep it alone (reads private data)"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
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


def show(answer: dict[str, Any]) -> str:
    """The same in one paragraph."""
    sizes = f"{answer['file']}: {answer['n']:,} nodes, {answer['m']:,} edges."
    return " ".join(filter(None, (sizes, answer["cleaned"], answer["left_out"])))
