"""What the commands share that compare once, and those that write it into a file."""

from __future__ import annotations

import argparse

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.cli.choices import (
    chosen_analysis,
    chosen_graph,
    chosen_mechanism,
    graph_options,
    parameter_option,
)
from graphdp_core.cli.out_files import force_option
from graphdp_core.cli.progress import announce_compiling
from graphdp_core.cli.values import number, seed
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.feasible import suited
from graphdp_core.mechanisms import Mechanism


def comparing_options(command: argparse.ArgumentParser) -> None:
    """Which graph, mechanism, analysis, epsilon and noise."""
    graph_options(command)
    command.add_argument("--mechanism", default="edge_flip", metavar="ID")
    command.add_argument("--analysis", default="spectral", metavar="ID")
    command.add_argument("--epsilon", type=number, required=True)
    command.add_argument("--seed", type=seed, default=0, help="of the noise")
    parameter_option(command, "mechanism")
    parameter_option(command, "analysis")
    force_option(command)


def chosen_pair(options: argparse.Namespace, graph: gdp.Graph) -> tuple[Mechanism, Analysis]:
    """The mechanism and the analysis; one without settings gets those that suit the mechanism."""
    mechanism = chosen_mechanism(options.mechanism, options.mechanism_parameter)
    analysis = chosen_analysis(options.analysis, options.analysis_parameter)
    if not options.analysis_parameter:
        analysis = suited(analysis, graph, mechanism)
    return mechanism, analysis


def compared(options: argparse.Namespace) -> Comparison:
    """The comparison that the options name."""
    announce_compiling()
    graph, _ = chosen_graph(options)
    return gdp.compare(
        graph, *chosen_pair(options, graph), epsilon=options.epsilon, seed=options.seed
    )
