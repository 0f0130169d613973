"""One release feeds every analysis that reads it: epsilon is spent once, and so is time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.compare import Repeat, noise_stream, run_baseline, run_repeat
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.results import Result


@dataclass(frozen=True, eq=False)
class SharedRelease:
    """One release and what each analysis makes of it.

    Parameters
    ----------
    results : mapping of str to Repeat
        By the name that the analysis was given under.
    refused : mapping of str to str
        Why an analysis does not take this release.
    """

    release: Graph | Result
    results: Mapping[str, Repeat]
    refused: Mapping[str, str]


def share_release(
    graph: Graph,
    mechanism: Mechanism,
    analyses: Mapping[str, Analysis],
    *,
    epsilon: float,
    seed: int,
    repeat: int = 0,
    baselines: Mapping[str, Result],
) -> SharedRelease:
    """Draw one release, run all analyses on it and measure each; the same numbers as one by one.

    Parameters
    ----------
    analyses : mapping of str to Analysis
        By any name.
    epsilon : float
        At 0 the release ignores the data, whatever the mechanism.
    seed, repeat : int
        Name the noise stream.
    baselines : mapping of str to Result
        By the same names, as :func:`baselines_of` makes them; an analysis without one is left out.

    Notes
    -----
    *Privacy*: the release costs epsilon once, what is read in it costs nothing (post-processing);
    the metrics read the true graph.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> two = {"a": gdp.analysis("louvain"), "b": gdp.analysis("centrality")}
    >>> shared = share_release(
    ...     karate, gdp.mechanism("edge_flip"), two, epsilon=2.0, seed=0,
    ...     baselines=baselines_of(karate, two)[0],
    ... )
    >>> sorted(shared.results)
    ['a', 'b']
    """
    drawn_by = at_epsilon(mechanism, epsilon)
    release = drawn_by.release(graph, epsilon=epsilon, rng=noise_stream(seed, repeat))
    results: dict[str, Repeat] = {}
    refused: dict[str, str] = {}
    for name in (name for name in analyses if name in baselines):
        try:
            results[name] = run_repeat(
                graph, drawn_by, analyses[name], epsilon=epsilon, seed=seed, repeat=repeat,
                baseline=baselines[name], release=release,
            )  # fmt: skip
        except Refused as refusal:
            refused[name] = str(refusal)
    return SharedRelease(release, results, refused)


def baselines_of(
    graph: Graph, analyses: Mapping[str, Analysis]
) -> tuple[dict[str, Result], dict[str, str]]:
    """Every analysis on the true graph, and why some refuse it, both by name."""
    baselines: dict[str, Result] = {}
    refused: dict[str, str] = {}
    for name, analysis in analyses.items():
        try:
            baselines[name] = run_baseline(graph, analysis)
        except Refused as refusal:
            refused[name] = str(refusal)
    return baselines, refused
