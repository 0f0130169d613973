"""What several commands let people choose: a graph, a mechanism, an analysis, their parameters."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

import graphdp_core as gdp
from graphdp_core.analyses import Analysis
from graphdp_core.cli.file_reading import reading_from, reading_options
from graphdp_core.cli.values import seed, values_for
from graphdp_core.data import GENERATORS, Generator
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import Loaded
from graphdp_core.intake.largest_component import in_largest_component
from graphdp_core.intake.loading import load_file
from graphdp_core.mechanisms import Mechanism


def graph_options(command: argparse.ArgumentParser, *, target: str = "--target") -> None:
    """Where the graph comes from, and whether its largest component is used alone.

    `target` names the option of a file's target column.
    """
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("--graph", metavar="ID", help="a data set, by id")
    source.add_argument("--generate", metavar="ID", help="a generator, by id")
    source.add_argument("--file", metavar="PATH", help="a graph file of any format")
    command.add_argument("--graph-seed", type=seed, default=0, help="seed of a generated graph")
    reading_options(command, target=target)
    parameter_option(command, "graph", of="generator")


def parameter_option(command: argparse.ArgumentParser, part: str, *, of: str = "") -> None:
    """--PART-parameter NAME=VALUE, and the name that it had before."""
    command.add_argument(
        f"--{part}-parameter", f"--{part}-knob", action="append", default=[],
        metavar="NAME=VALUE", help=f"a parameter of the {of or part}; may be repeated",
    )  # fmt: skip


def chosen_graph(options: argparse.Namespace) -> tuple[Graph, str]:
    """The graph, and in one sentence what its largest component leaves out.

    Raises
    ------
    Refused
        If there is no such graph, or its file cannot be read.
    """
    if options.file:
        reading = replace(reading_from(options), largest_component=False)
        graph = load_file(options.file, reading).graph
    elif options.graph:
        graph = gdp.load_graph(options.graph)
    else:
        parameters = values_for(GENERATORS, options.generate, options.graph_parameter)
        graph = gdp.generate(options.generate, seed=options.graph_seed, **parameters)
    if not options.largest_component:
        return graph, ""
    loaded = in_largest_component(Loaded(graph, ""))
    return loaded.graph, loaded.cleaned.strip()


def chosen_generator(options: argparse.Namespace) -> Generator | None:
    """The generator with its parameters; None for a data set or a file."""
    if not options.generate:
        return None
    parameters = values_for(GENERATORS, options.generate, options.graph_parameter)
    return gdp.generator(options.generate, **parameters)


def chosen_mechanism(id: str, texts: Sequence[str]) -> Mechanism:
    """The mechanism with these parameters; Refused if there is none."""
    return gdp.mechanism(id, **values_for(gdp.MECHANISMS, id, texts))


def chosen_analysis(id: str, texts: Sequence[str]) -> Analysis:
    """The analysis with these parameters; Refused if there is none."""
    return gdp.analysis(id, **values_for(gdp.ANALYSES, id, texts))
