"""Estimate: from a release alone, every number with an honest interval."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from graphdp_core.digits import percent
from graphdp_core.estimates.asked import Asked, Given, Groups, groups_of
from graphdp_core.estimates.estimate import GRAPH, Estimates
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, refuse_strangers
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.progress import Report
from graphdp_core.results import Mixing, Result
from graphdp_core.trust.read_release import read_release


def estimate(
    release: str | Path | bytes | Given | Graph | Result,
    *,
    statistics: Sequence[str] | None = None,
    level: float = 0.95,
    groups: Any = None,
    partition: Any = None,
    nodes: Sequence[str | int] = (),
    top: int = 10,
    mechanism: Mechanism | None = None,
    epsilon: Fraction | str | float | None = None,
    progress: Report | None = None,
) -> Estimates:
    """Value, low, high and how for every statistic, or that it cannot be known from this release.

    Parameters
    ----------
    release : path, bytes, Given, Graph or Result
        The zip of a release; or a graph with its public noise rates; or another release, with the
        mechanism and the epsilon that it came by.
    statistics : sequence of str, optional
        Ids, as :data:`graphdp_core.estimates.statistics.STATISTICS` has them.
    level : float
        Share of releases whose interval holds the number, 0.5 to 0.999.
    groups, partition : sequence or mapping, optional
        One public label for each node, in the order of the nodes or by their names.
    nodes : sequence of str or int
        Names or numbers of nodes, for their degrees.
    top : int
        How many nodes of the largest degrees.
    mechanism, epsilon
        Of a release that does not say so itself.
    progress : callable, optional
        ``progress(fraction, text)`` of what is drawn anew many times; may raise to stop.

    Returns
    -------
    Estimates
        One row a number; intervals of this graph, whose edges are fixed, and of the population
        that it was drawn from are told apart by `of`.

    Raises
    ------
    Refused
        If the zip was changed or is of another version, the release has no known law, or a
        parameter is wrong: nothing is computed.

    Notes
    -----
    *Privacy*: post-processing of the release; it costs nothing.

    Examples
    --------
    >>> import numpy as np
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> noisy = gdp.mechanism("edge_flip").release(
    ...     karate, epsilon=6.0, rng=np.random.default_rng(1))
    >>> print(estimate(noisy, statistics=["edges"])["edges"].sentence())
    Edges: 81.0, 78.0 to 83.0 (at least 95% for this graph; exact law of the noise).
    """
    refuse_strangers(mechanism=mechanism)
    if not 0.5 <= level <= 0.999:
        raise Refused(f"level must lie in 0.5 to 0.999, got {level}.")
    if top < 1:
        raise Refused(f"top must be 1 or more, got {top}.")
    given = _given(release, mechanism, epsilon)
    if isinstance(given.released, Mixing) and groups is not None:
        raise Refused("the release names its own groups: leave groups out.")
    are_named = bool(nodes) or groups is not None or partition is not None
    names = [given.name(i) for i in range(given.n)] if are_named else []
    asked = Asked(
        level=level,
        nodes=tuple(_node(node, names) for node in nodes),
        groups=_groups(groups, names, "groups"),
        partition=_groups(partition, names, "partition"),
        top=top,
    )
    return estimates_from(given, asked, statistics, progress=progress)


def denser_than_chance(given: Given, members: Collection[str], *, level: float = 0.95) -> str:
    """Whether a public group has more edges among its members than the graph has everywhere.

    Both densities have an interval that holds it in (1 + level)/2 of all releases, so that both
    hold in a share `level`: the group is denser where the one lies above the other.

    Parameters
    ----------
    members : collection of str
        Names of the group's nodes, which must not have been chosen by looking at the release.

    Notes
    -----
    *Privacy*: post-processing of the release.

    Examples
    --------
    >>> import numpy as np
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> noisy = gdp.mechanism("edge_flip").release(
    ...     karate, epsilon=6.0, rng=np.random.default_rng(1))
    >>> names = [noisy.name(node) for node in (0, 1, 2, 3, 7, 13)]
    >>> denser_than_chance(Given(noisy), names)[:43]
    'Yes. Among its 6 members 93.3% to 100% of a'
    """
    n, size = given.n, len(members)
    if not 2 <= size < n:
        raise Refused(f"the group must have from 2 to {n - 1:,} of the {n:,} nodes, got {size:,}.")
    inside, outside = "members", "others"
    groups = {name: inside if name in members else outside for name in map(given.name, range(n))}
    rows = [
        row
        for row in estimate(
            given, statistics=["mixing", "density"], level=(1.0 + level) / 2.0, groups=groups
        )
        if row.of == GRAPH and row.about in ("", f"{inside} – {inside}")
    ]
    among = next(row for row in rows if row.about)
    everywhere = next(row for row in rows if not row.about)
    if not (among.is_known and everywhere.is_known):
        why = everywhere.why if among.is_known else among.why
        return f"It cannot be told from this release: {why}."
    pairs = size * (size - 1) / 2
    low, high = among.low / pairs, among.high / pairs
    verdict = "It cannot be told."
    if low > everywhere.high:
        verdict = "Yes."
    elif high < everywhere.low:
        verdict = "No, it is thinner."
    return (
        f"{verdict} Among its {size:,} members {percent(low)} to {percent(high)} of all pairs are "
        f"joined; in the whole graph {percent(everywhere.low)} to {percent(everywhere.high)}. "
        f"Both hold in at least {percent(level)} of all releases."
    )


def _given(
    release: str | Path | bytes | Given | Graph | Result,
    mechanism: Mechanism | None,
    epsilon: Fraction | str | float | None,
) -> Given:
    if isinstance(release, Given):
        return release
    if isinstance(release, Graph | Result):
        amount = None if epsilon is None else amount_of(epsilon)
        return Given(release, mechanism, amount)
    return read_release(release)


def _groups(labels: Any, names: list[str], what: str) -> Groups | None:
    if labels is None or isinstance(labels, Groups):
        return labels
    if isinstance(labels, Mapping):
        labels = {str(name): label for name, label in labels.items()}
    return groups_of(labels, names, what=what)


def _node(node: str | int, names: list[str]) -> int:
    if not names:
        raise Refused("the release names no node: leave nodes out.")
    if isinstance(node, str):
        if node in names:
            return names.index(node)
    elif 0 <= node < len(names):
        return int(node)
    raise Refused(f"nodes must be names or numbers 0 to {len(names) - 1} of nodes, got {node!r}.")
