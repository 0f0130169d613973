"""Edges within and between public groups of a flipped graph, each and all together."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from graphdp_core.estimates.estimate import Estimate
from graphdp_core.estimates.flipped_graph import Flipped
from graphdp_core.graphs.pair_index import pair_count


def _mixing(release: Flipped) -> Iterator[Estimate]:
    """Edges between every two public groups, and within each, by the exact law."""
    groups = release.asked.of("groups", release.graph.n)
    pairs, seen = groups.pairs, release.counted_in(groups)
    for a in range(groups.k):
        for b in range(a, groups.k):
            about = f"{groups.names[a]} – {groups.names[b]}"
            yield from release.of_both(
                "mixing", "Edges", int(seen[a, b]), int(pairs[a, b]), about=about
            )


def _within(release: Flipped) -> Iterator[Estimate]:
    """Edges within groups, all together."""
    yield from _sided(release, "within", "Edges within groups", within=True)


def _between(release: Flipped) -> Iterator[Estimate]:
    """Edges between groups, all together."""
    yield from _sided(release, "between", "Edges between groups", within=False)


def _sided(release: Flipped, id: str, title: str, *, within: bool) -> Iterator[Estimate]:
    groups = release.asked.of("groups", release.graph.n)
    inside, seen = release.sides(groups)
    if not within:
        inside, seen = pair_count(release.graph.n) - inside, release.graph.m - seen
    yield from release.of_both(id, title, seen, inside)


BY_GROUPS: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    "within": _within,
    "between": _between,
    "mixing": _mixing,
}
"""What is estimated of groups, by its id."""
