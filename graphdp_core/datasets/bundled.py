"""Small classic graphs that are always there: networkx's own copies, no file and no network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from graphdp_core.datasets.dataset import DatasetInfo
from graphdp_core.graphs.graph import Graph

_LICENCE = "ships with networkx (BSD-3-Clause); cite the source"


@dataclass(frozen=True, kw_only=True)
class _BundledDataset(DatasetInfo):
    build: Callable[[], Graph]
    licence: str = _LICENCE
    bundled: bool = True

    def available(self) -> bool:
        return True

    def load(self) -> Graph:
        return replace(self.build(), title=self.title)


def _karate() -> Graph:
    """The club without weights, as it is mostly used; networkx's copy has weights, dropped here.

    Its members are called 1 to 34, as in the paper; networkx counts them from 0.
    """
    import networkx as nx

    club = Graph.from_networkx(nx.karate_club_graph(), weight=None, label="club")
    return replace(club, names=tuple(str(member) for member in range(1, club.n + 1)))


def _les_miserables() -> Graph:
    import networkx as nx

    return Graph.from_networkx(nx.les_miserables_graph())


def _florentine_families() -> Graph:
    import networkx as nx

    return Graph.from_networkx(nx.florentine_families_graph())


def _davis_women() -> Graph:
    import networkx as nx

    graph: Any = nx.davis_southern_women_graph()
    for node in graph:
        graph.nodes[node]["kind"] = "events" if graph.nodes[node]["bipartite"] else "women"
    return Graph.from_networkx(graph, label="kind")


BUNDLED: tuple[DatasetInfo, ...] = (
    _BundledDataset(
        id="karate",
        title="Karate club",
        summary="Friendships in a club that split in two, without weights: small enough to see "
        "every edge move, with the two clubs as ground truth.",
        n=34,
        m=78,
        label="club after the split",
        citation="Zachary W. W. (1977). An information flow model for conflict and fission in "
        "small groups. Journal of Anthropological Research 33.",
        source="https://doi.org/10.1086/jar.33.4.3629752",
        build=_karate,
    ),
    _BundledDataset(
        id="les_miserables",
        title="Les Misérables",
        summary="Characters of the novel who appear together; weights count the chapters: for "
        "spanning trees, rankings and weighted mechanisms.",
        n=77,
        m=254,
        weighted=True,
        citation="Knuth D. E. (1993). The Stanford GraphBase: a platform for combinatorial "
        "computing. Addison-Wesley.",
        source="https://www-cs-faculty.stanford.edu/~knuth/sgb.html",
        build=_les_miserables,
    ),
    _BundledDataset(
        id="florentine_families",
        title="Florentine families",
        summary="Marriages between families of Renaissance Florence: a tiny graph with a famous "
        "answer, the Medici in the middle.",
        n=15,
        m=20,
        citation="Breiger R. L., Pattison P. E. (1986). Cumulated social roles: the duality of "
        "persons and their algebras. Social Networks 8.",
        source="https://doi.org/10.1016/0378-8733(86)90006-7",
        build=_florentine_families,
    ),
    _BundledDataset(
        id="davis_women",
        title="Davis southern women",
        summary="Eighteen women and the fourteen events they went to: bipartite, so its spectrum "
        "has large negative eigenvalues.",
        n=32,
        m=89,
        label="women or events",
        citation="Davis A., Gardner B. B., Gardner M. R. (1941). Deep South. University of "
        "Chicago Press.",
        source="https://networkx.org/documentation/stable/reference/generators.html",
        build=_davis_women,
    ),
)
