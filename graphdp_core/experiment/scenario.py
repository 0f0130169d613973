"""A person's choices as plain values: which graph, which mechanism, which epsilon, which draw."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.data import Generator, dataset, generate, generator, load_graph
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import Loaded
from graphdp_core.intake.largest_component import in_largest_component
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import schema

EPSILONS: tuple[float, ...] = (
    0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 0.85, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0,
    4.5, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 15.0, 20.0,
)  # fmt: skip
"""The stops of the epsilon slider, evenly spread on a log scale as far as round numbers allow."""

FAR_EPSILONS: tuple[float, ...] = (30.0, 60.0, 120.0, 240.0, 460.0, 1000.0, 2200.0, 4500.0)
"""More stops for people who explore published numbers; none of them is privacy."""


def next_stop(epsilon: float) -> float:
    """The slider's first stop that is enough.

    Examples
    --------
    >>> next_stop(2.65), next_stop(3.0)
    (3.0, 3.0)
    """
    return min((stop for stop in EPSILONS if stop >= epsilon), default=EPSILONS[-1])


@dataclass(frozen=True)
class GraphChoice:
    """A graph that can be made again from plain values: a data set, or a generator, by its id.

    With `largest_component` the smaller components are left out, a choice that reads the edges.
    """

    kind: str  # "dataset" or "generator"
    id: str
    parameters: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    largest_component: bool = False

    @classmethod
    def usual(cls, kind: type[Generator]) -> GraphChoice:
        """What a generator makes with its usual parameters, and seed 0.

        Examples
        --------
        >>> GraphChoice.usual(generator("moons").__class__).load().n
        300
        """
        made = kind()
        values = {parameter.name: getattr(made, parameter.name) for parameter in schema(made)}
        return cls("generator", made.id, tuple(sorted(values.items())))

    @property
    def key(self) -> str:
        """A string that equal choices, and only they, share."""
        values = [self.kind, self.id, dict(self.parameters), self.seed, self.largest_component]
        return json.dumps(values, sort_keys=True)

    @property
    def weight_width(self) -> float | None:
        """How far its weights may about lie apart, known without them; None if that is not.

        Examples
        --------
        >>> GraphChoice("generator", "moons").weight_width
        3.0
        """
        if self.kind == "dataset":
            return dataset(self.id).weight_width
        return generator(self.id, **dict(self.parameters)).weight_width

    @cached_property
    def latent_dimension(self) -> int | None:
        """How many dimensions the model of a generated graph has, where that is fixed."""
        if self.kind != "generator":
            return None
        return generator(self.id, **dict(self.parameters)).latent_dimension

    def load(self) -> Graph:
        """Read or generate the graph."""
        if self.kind == "dataset":
            return load_graph(self.id, largest_component=self.largest_component)
        graph = generate(self.id, seed=self.seed, **dict(self.parameters))
        return in_largest_component(Loaded(graph, "")).graph if self.largest_component else graph


@dataclass(frozen=True)
class Scenario:
    """Everything that decides what a page shows, except the page's own parameters."""

    graph: Graph = field(repr=False)
    title: str
    mechanism: Mechanism
    epsilon: float
    seed: int
    choice: GraphChoice | None = None  # None: the user's own file
    cleaned: str = ""

    def key(
        self,
        analysis: Analysis | None = None,
        *,
        repeat: int | None = None,
        epsilon: float | None = None,
        part: str = "",
    ) -> str:
        """The name of what this scenario decides, as :func:`key_of`.

        Parameters
        ----------
        epsilon : float, optional
            In place of the scenario's own.
        part : str
            Tells things apart that all else decides alike.
        """
        return key_of(
            self.graph,
            self.mechanism,
            analysis,
            epsilon=self.epsilon if epsilon is None else epsilon,
            seed=self.seed,
            repeat=repeat,
            part=part,
        )


def key_of(
    graph: Graph,
    mechanism: Mechanism | None = None,
    analysis: Analysis | None = None,
    *,
    epsilon: float | None = None,
    seed: int | None = None,
    repeat: int | None = None,
    part: str = "",
) -> str:
    """The one name under which anything computed is kept; give all that decides it.

    Two keys are equal if and only if the graphs have one fingerprint and one owner, the mechanisms
    and the analyses are written alike, and all numbers and the part are equal. What the true graph
    alone decides has a key without mechanism, epsilon and seed.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> graph, louvain = gdp.load_graph("karate"), gdp.analysis("louvain")
    >>> key_of(graph, analysis=louvain) == key_of(graph, analysis=gdp.analysis("louvain"))
    True
    >>> key_of(graph, analysis=louvain) == key_of(graph, analysis=louvain, repeat=0)
    False
    """
    names = [None if made is None else repr(made) for made in (mechanism, analysis)]
    number = None if epsilon is None else float(epsilon)
    return json.dumps([graph.place, *names, number, seed, repeat, part])


def has_owner(key: str) -> bool:
    """Whether a key names a graph that has an owner: what is kept under it is for that one alone.

    Examples
    --------
    >>> from dataclasses import replace
    >>> import graphdp_core as gdp
    >>> graph = gdp.load_graph("karate")
    >>> has_owner(key_of(graph, part="a/b")), has_owner(key_of(replace(graph, owner="anna")))
    (False, True)
    """
    return "/" in key[2:].partition('"')[0]
