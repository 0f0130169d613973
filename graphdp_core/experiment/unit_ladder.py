"""The same graph at the same epsilon under larger and larger units: what is drawn for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.board import Tile, tiles
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.curves import Curves, start
from graphdp_core.experiment.survival import Survival
from graphdp_core.experiment.workers import Pool
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.node_graph import NodeGraph
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.privacy.guarantee import NeighbouringRelation

REPEATS = 5


@dataclass(frozen=True)
class Rung:
    """One unit, and the mechanism that protects it with all of epsilon.

    Parameters
    ----------
    id, title : str
        `title` names the unit.
    mechanism : Mechanism or None
        None where all that is drawn is public.
    epsilon : float
        What the mechanism runs at, so that the unit has the epsilon that was asked for.
    price : str
        How it comes to that, in one sentence.
    """

    id: str
    title: str
    mechanism: Mechanism | None
    epsilon: float
    price: str


def unit_rungs(
    graph: Graph, mechanism: Mechanism, epsilon: float, *, edges: int = 10, most: int = 20
) -> tuple[Rung, ...]:
    """The units that can be protected in a graph, the smallest first.

    Parameters
    ----------
    graph : Graph
        A survey has weights and persons, any other graph weights, edges, persons and nodes.
    mechanism : Mechanism
        Draws the graph where it protects one edge and releases a graph; else edgeFlip does.
    epsilon : float
        Of every unit.
    edges : int
        Of one person, who is hidden at k edges by a mechanism for one edge at epsilon/k.
    most : int
        The public bound D of a person's edges: when all of them change, at most 2D pairs do, so
        that epsilon/(2D) for one edge is enough. Whoever has more is promised less.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> for rung in unit_rungs(karate, gdp.mechanism("edge_flip"), 3.0):
    ...     print(rung.title, rung.epsilon)
    One weight 3.0
    One edge 3.0
    10 edges of one person 0.3
    A person of at most 20 edges 0.075
    One node, all its edges 3.0
    """
    if graph.answers is not None:
        return _survey_rungs(graph, epsilon)
    flip = mechanism if _draws_edges(mechanism) else EdgeFlip()
    at = _label(epsilon)
    return (
        _weight_rung(graph, epsilon),
        Rung("edge", "One edge", flip, epsilon, f"{flip.title} at {at}."),
        Rung(
            "edges", f"{edges} edges of one person", flip, epsilon / edges,
            f"Each edge costs as much again: {flip.title} at {_label(epsilon / edges)}.",
        ),
        Rung(
            "person", f"A person of at most {most} edges", flip, epsilon / (2 * most),
            f"All of them may change, {2 * most} pairs: {flip.title} at "
            f"{_label(epsilon / (2 * most))}. Whoever has more is promised less.",
        ),
        Rung(
            "node", "One node, all its edges", NodeGraph(), epsilon,
            f"Only the degrees are measured, at {at}, and a graph is drawn from them. edgeFlip "
            f"would have to run at {_label(epsilon / max(graph.n - 1, 1))}.",
        ),
    )  # fmt: skip


class UnitLadder:
    """What survives on each rung, measured in the background over a few draws.

    Parameters
    ----------
    store, pool, patience
        As for :func:`graphdp_core.experiment.curves.start`.
    """

    def __init__(
        self,
        graph: Graph,
        rungs: Sequence[Rung],
        *,
        seed: int = 0,
        store: CellStore | None = None,
        pool: Pool | None = None,
        patience: float,
    ):
        self._measured: dict[str, tuple[Curves, float]] = {}  # rungs of one mechanism share theirs
        for mechanism in dict.fromkeys(rung.mechanism for rung in rungs):
            if mechanism is None:
                continue
            own = [r for r in rungs if r.mechanism == mechanism]
            drawn = [r for r in own if not mechanism.refusal(graph, r.epsilon)]
            fed = {
                id: tile.analysis
                for id, tile in tiles(graph, mechanism).items()
                if isinstance(tile, Tile)
            }
            if not drawn or not fed:
                continue
            curves = start(
                graph, mechanism, fed, epsilons=[r.epsilon for r in drawn], repeats=REPEATS,
                seed=seed, store=store, pool=pool, patience=patience,
            )  # fmt: skip
            self._measured |= {r.id: (curves, r.epsilon) for r in drawn}

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return any(curves.is_running for curves, _ in self._measured.values())

    def look(self) -> None:
        """Say that somebody still waits."""
        for curves, _ in self._measured.values():
            curves.look()

    def stop(self) -> None:
        """Begin nothing more."""
        for curves, _ in self._measured.values():
            curves.stop()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing more is to come; False if time ran out before."""
        return all(curves.wait(seconds) for curves, _ in self._measured.values())

    def survivals(self, rung: str) -> dict[str, Survival]:
        """By property, those that are known so far; empty where all is public or nothing is fed."""
        if rung not in self._measured:
            return {}
        curves, epsilon = self._measured[rung]
        survivals = {name: curves.survival(name, epsilon) for name in curves.properties}
        return {name: known for name, known in survivals.items() if known is not None}


def _label(epsilon: float) -> str:
    return epsilon_label(epsilon)


def _draws_edges(mechanism: Mechanism) -> bool:
    return mechanism.relation is NeighbouringRelation.EDGE and mechanism.returns is Graph


def _weight_rung(graph: Graph, epsilon: float) -> Rung:
    if graph.weights is None:
        return Rung(
            "weight", "One weight", None, epsilon,
            "Who is joined is public then, and this graph has no weights to hide.",
        )  # fmt: skip
    width = float(graph.weights.max(initial=0.0)) or None
    laplace = WeightLaplace(**WeightLaplace.defaults_for(width))
    return Rung(
        "weight", "One weight", laplace, epsilon,
        f"Who is joined is public; {laplace.title} at {_label(epsilon)} hides a change of "
        f"{laplace.radius:.3g} in one weight.",
    )  # fmt: skip


def _survey_rungs(graph: Graph, epsilon: float) -> tuple[Rung, ...]:
    at = _label(epsilon)
    made = {
        norm: WeightLaplace(norm=norm, radius=1.0)
        for norm in ("l1", "person_added", "person_replaced")
    }
    spread = {norm: one.total_change(graph.m, graph.answers) for norm, one in made.items()}
    words = {
        "l1": ("weight", "One weight", "moves one weight by 1"),
        "person_added": ("person", "One person, who joins or leaves", "moves all weights by up to"),
        "person_replaced": ("changed", "One person's answers, all of them", "moves all weights by"),
    }
    return tuple(
        Rung(
            id, title, made[norm], epsilon,
            f"One step {moved}{'' if norm == 'l1' else f' {spread[norm]:g} in total'}: "
            f"{made[norm].title} at {at}.",
        )
        for norm, (id, title, moved) in words.items()
    )  # fmt: skip
