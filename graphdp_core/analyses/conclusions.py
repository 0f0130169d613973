"""Eight conclusions that people draw from a graph, and whether a release leads to the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis, told
from graphdp_core.analyses.mixing import GroupEdges
from graphdp_core.arrays import Ints
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import clustering_statistics, node_triangles, size_statistics
from graphdp_core.kernels.closeness import distance_counts
from graphdp_core.kernels.epidemic import joined_bits, outbreaks, swap_ends
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.partitions import modularity
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress
from graphdp_core.results import Conclusions

GRID = np.geomspace(1e-3, 1.0, 49)
REACH = 0.35  # of all nodes, in the true graph: the outbreak that is asked about
SMALL, LARGE = 0.2, 0.6  # shares reached
TENTH = 10
LEADERS, STEPS, AS_GOOD = 5, 3, 0.9
REWIRINGS, SWAPS, SWAPS_BETWEEN = 20, 10, 2  # tries an edge
LARGEST_REWIRED, MOST_REWIRED = 20_000, 400_000  # nodes; edges
MOST_COINS = 20_000_000  # edges, times runs
FEWEST_RUNS = 10
SOURCES, AT_ONCE = 512, 64  # of distances
NEAR = 2.0  # times the distance in a random graph
SURE = 2.0  # standard errors: less is no difference


@dataclass(frozen=True)
class Question:
    """A question, the number that answers it, and what people decide by it.

    Parameters
    ----------
    name : str
        One or two words for a column.
    short : str
        The question where there is little room, and in brackets what its number counts.
    number : str
        What the number is, as it stands behind it.
    borders : tuple of float
        Numbers between decisions.
    decide : callable
        The decision by the number and its standard error.
    """

    id: str
    name: str
    short: str
    question: str
    number: str
    decide: Callable[[float, float], str]
    borders: tuple[float, ...] = (0.0,)
    is_share: bool = True

    def written(self, value: float) -> str:
        """The number as it is printed."""
        if not math.isfinite(value):
            return "not known"
        value = round(value, 2) + 0.0  # no digits that draws decide, and no negative zero
        return percent(value, whole=True) if self.is_share else f"{value:.2f}"


def _outbreak(share: float, _: float) -> str:
    return "small" if share < SMALL else "large" if share < LARGE else "most"


def _vaccinated(saved: float, error: float) -> str:
    if abs(saved) <= SURE * error:
        return "no difference"
    if saved < 0.0:
        return "a random tenth"
    return "hubs" + (", clearly" if saved > 1.0 / 3.0 else "")


def _told(share: float, _: float) -> str:
    return "as far" if share >= AS_GOOD else "less far"


def _own(above: float, error: float) -> str:
    if abs(above) <= SURE * error:
        return "no difference"
    return "yes" if above > 0.0 else "to others"


def _more(above: float, error: float) -> str:
    return "yes" if above > SURE * error else "no"


QUESTIONS: tuple[Question, ...] = (
    Question("epidemic", "Epidemic", "Epidemic? (ill)", "How far does an epidemic get?",
             "Fall ill in an epidemic", _outbreak, (SMALL, LARGE)),
    Question("vaccinate", "Vaccinate", "Vaccinate whom? (fewer ill)",
             "Vaccinate the best connected tenth, or a random one?",
             "Fewer ill than with a random tenth", _vaccinated, (0.0, 1.0 / 3.0)),
    Question("tell_first", "Tell first", "Leaders reach?", "How far do its leaders reach?",
             "Of the true leaders' reach", _told, (AS_GOOD,)),
    Question("own_group", "Own group", "Own group? (excess)", "Do people keep to their own group?",
             "Ties within groups above chance", _own),
    Question("groups", "Groups", "Groups? (excess)", "Are there groups at all?",
             "Modularity above chance", _more, is_share=False),
    Question("friends", "Triangles", "Friends meet? (excess)", "Do friends of friends meet?",
             "Transitivity above density", _more),
    Question("hubs", "Without hubs", "Without hubs?", "Does it fall apart without its hubs?",
             "Hang together without hubs",
             lambda share, _: "falls apart" if share < 0.5 else "holds", (0.5,)),
    Question("small", "Small world", "Small world? (× steps)", "Is it a small world?",
             "Steps, in those of a random graph",
             lambda times, _: "yes" if times <= NEAR else "no", (NEAR,), is_share=False),
)  # fmt: skip
"""In the order in which they are shown."""


@dataclass(frozen=True)
class Conclusion:
    """One question of one graph: the number, its standard error, and the decision."""

    question: Question
    value: float
    error: float

    @property
    def decision(self) -> str:
        """What it comes to; "" if the graph does not say."""
        if not math.isfinite(self.value):
            return ""
        return self.question.decide(self.value, self.error)


def conclude(graph: Graph, truth: Conclusions, seen: Conclusions) -> tuple[Conclusion, ...]:
    """All conclusions of what was seen, under the infection and the graph of the truth.

    Parameters
    ----------
    graph : Graph
        The true one: whom the leaders of a release reach is counted there.
    """
    values, errors = seen.values.copy(), seen.errors.copy()
    shares, spread = seen.outbreak(truth.passing_on(REACH))
    values[0], errors[0] = shares[0], spread[0]
    if shares[2] > 0.0:
        values[1] = 1.0 - shares[1] / shares[2]
        errors[1] = math.hypot(spread[1], spread[2] * shares[1] / shares[2]) / shares[2]
    ours, theirs = (_reach(graph, one.leaders) for one in (truth, seen))
    values[2], errors[2] = theirs / ours if ours else math.nan, 0.0
    return tuple(map(Conclusion, QUESTIONS, values.tolist(), errors.tolist()))


@dataclass(frozen=True)
class ConclusionsAnalysis(Analysis[Conclusions]):
    """Whether a release leads to the decisions that the true graph leads to.

    An outbreak is a discrete SIR epidemic with one chance an edge, which is bond percolation; its
    coins are shared by the true graph and the release. Groups and friends are compared with what
    graphs of the same degrees or density show by chance. A release is read as it stands, except
    for ties within public groups, whose known noise is taken out.

    References
    ----------
    M. E. J. Newman, Spread of epidemic disease on networks, Physical Review E 66, 016128, 2002.
    S. Hod and others, arXiv:2604.07493 (noise for privacy beside sampling error in epidemics).

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> analysis = gdp.analysis("conclusions")
    >>> seen = analysis.run(karate, rng=np.random.default_rng(0))
    >>> [one.decision for one in conclude(karate, seen, seen)][-3:]
    ['yes', 'holds', 'yes']
    """

    id: ClassVar[str] = "conclusions"
    title: ClassVar[str] = "Conclusions"
    summary: ClassVar[str] = "Eight questions: would somebody have decided otherwise?"
    source: ClassVar[str] = "Newman, Spread of Epidemic Disease on Networks, Phys. Rev. E, 2002"
    formula: ClassVar[str] = (
        r"\text{share reached} = \mathbb{E}\Bigl[\sum_C \frac{|C|^2}{n^2}\Bigr],\quad "
        r"C \text{ the parts of } G \text{ with each edge kept with probability } T"
    )
    reads_groups: ClassVar[bool] = True
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "same", "Conclusions that stay",
            "The share of the questions whose decision is that of the true graph.",
            low=0.0, high=1.0, percent=True,
        ),
        *(
            Metric(
                one.id, f"Same decision: {one.question}",
                "1 if the release leads to the decision of the true graph, else 0.",
                low=0.0, high=1.0, enough=0.9,
            )
            for one in QUESTIONS
        ),
        *(
            told(
                f"{one.id}_number", one.number, f"{one.question} By what is released.",
                percent=one.is_share,
            )
            for one in QUESTIONS
        ),
    )  # fmt: skip
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (Yardstick("same", perfect=1.0, nothing=0.0),)

    passing_on: float = param(
        0.0,
        "Probability that a tie passes an infection on; 0 for the one at which an outbreak in the "
        "true graph reaches 35%.",
        label="Infection",
        low=0.0,
        high=1.0,
    )
    runs: int = param(
        200, "Outbreaks that are followed; large graphs get fewer.", label="Outbreaks", low=10,
        high=2_000,
    )  # fmt: skip

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Conclusions:
        if graph.n < LEADERS:
            raise Refused(
                f"Conclusions need at least {LEADERS} nodes, and this graph has {graph.n}."
            )
        key = int(rng.integers(2**62))
        order = np.argsort(-graph.degrees, kind="stable")
        hubs, some = np.zeros((2, graph.n), dtype=np.bool_)
        hubs[order[: graph.n // TENTH]] = True
        some[np.random.default_rng(0).permutation(graph.n)[: graph.n // TENTH]] = True  # public
        rows = []
        for i, is_out in enumerate((np.zeros(graph.n, dtype=np.bool_), hubs, some)):
            progress(0.15 * i, "outbreaks")
            wanted = self.runs if i == 0 else max(self.runs // 4, FEWEST_RUNS)
            runs = max(min(wanted, MOST_COINS // max(graph.m, 1)), FEWEST_RUNS)
            rows.append(outbreaks(graph.edges, is_out, GRID, runs, OUTBREAKS))
        numbers = {
            "own_group": _own_group(graph),
            "friends": _closed(graph),
            "hubs": (_held(graph, hubs), 0.0),
            "small": _far(graph),
            "groups": _grouped(graph, key, progress.between(0.5, 1.0)),
        }
        numbers = {one.id: numbers.get(one.id, (math.nan, math.nan)) for one in QUESTIONS}
        return Conclusions(
            values=np.array([value for value, _ in numbers.values()]),
            errors=np.array([error for _, error in numbers.values()]),
            grid=GRID.copy(),
            reached=np.array([part.mean(axis=0) for part in rows]),
            spread=np.array([part.std(axis=0) / math.sqrt(len(part)) for part in rows]),
            leaders=order[:LEADERS].astype(np.int64),
            infection=self.passing_on,
        )

    def _measure(
        self, graph: Graph, baseline: Conclusions, private: Conclusions
    ) -> dict[str, float]:
        true, seen = (conclude(graph, baseline, one) for one in (baseline, private))
        same = {
            one.question.id: float(one.decision == other.decision) if one.decision else math.nan
            for one, other in zip(true, seen, strict=True)
        }
        known = [value for value in same.values() if math.isfinite(value)]
        numbers = {f"{one.question.id}_number": one.value for one in seen}
        return {"same": sum(known) / len(known), **same, **numbers}

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """How many stay: numbers and decisions stand in the chart."""
        return ("same",)

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How many conclusions stay; the chart says which do not."""
        stays = [metrics[one.id] >= 0.5 for one in QUESTIONS if math.isfinite(metrics[one.id])]
        text = f"At {epsilon_label(epsilon)}, {sum(stays)} of {len(stays)} conclusions stay"
        without = len(QUESTIONS) - len(stays)
        return f"{text}; {without} without an answer." if without else f"{text}."


OUTBREAKS = 20_260_407
"""Names the coins of all outbreaks, so that graphs share them; public."""


def _reach(graph: Graph, leaders: Ints) -> int:
    """How many nodes lie within three steps of the leaders."""
    indptr, indices = graph.neighbours
    reached = np.zeros(graph.n, dtype=np.bool_)
    reached[leaders] = True
    for _ in range(STEPS):
        ends = np.repeat(reached, np.diff(indptr))
        reached[indices[ends]] = True
    return int(reached.sum())


def _own_group(graph: Graph) -> tuple[float, float]:
    """By how much more ties lie within public groups than if both ends were drawn by degree."""
    if graph.labels is None:
        return math.nan, math.nan
    try:
        mixing = GroupEdges().run(graph, rng=np.random.default_rng(0))
    except Refused:
        return math.nan, math.nan
    table, pairs, noise = mixing.table, mixing.pairs, graph.noise
    total, within = float(mixing.values.sum()), float(np.trace(table))
    if not total > 0.0 or not math.isfinite(total):
        return math.nan, math.nan
    share = within / total
    ends = (table.sum(axis=1) + np.diag(table)) / (2.0 * total)
    variance = share * (1.0 - share) / total
    if noise is not None:
        p, q = noise.true_positive_rate, noise.false_positive_rate
        own = float(np.trace(pairs))
        across = mixing.values.sum() - within, pairs[np.triu_indices(len(pairs), 1)].sum()
        noisy = [
            max(ties, 0.0) * p * (1.0 - p) + max(of - ties, 0.0) * q * (1.0 - q)
            for ties, of in ((within, own), across)
        ]
        spread = noisy[0] * (1.0 - share) ** 2 + noisy[1] * share**2
        variance += float(spread) / (noise.contrast * total) ** 2
    return share - float(ends @ ends), math.sqrt(max(variance, 0.0))


def _closed(graph: Graph) -> tuple[float, float]:
    """By how much transitivity is above density, and its error in a graph without structure."""
    triangles, _ = node_triangles(graph)
    if triangles is None or graph.m == 0:
        return math.nan, math.nan
    seen, density = clustering_statistics(graph, triangles), size_statistics(graph)["density"]
    wedges = seen["wedges"]
    if not wedges:
        return math.nan, math.nan
    expected = max(density * wedges / 3.0, 1.0)  # triangles
    return seen["transitivity"] - density, 3.0 * math.sqrt(expected) / wedges


def _held(graph: Graph, is_out: NDArray[np.bool_]) -> float:
    """The share of the nodes left that still hang together."""
    kept = graph.edges[~is_out[graph.edges].any(axis=1)]
    parts = np.bincount(component_numbers(graph.n, kept)[~is_out])
    return float(parts.max(initial=0)) / max(int((~is_out).sum()), 1)


def _far(graph: Graph) -> tuple[float, float]:
    """Mean steps in the largest part, times those of a random graph, and its sampling error."""
    part = graph.components == np.argmax(np.bincount(graph.components, minlength=1))
    n, degree = int(part.sum()), float(graph.degrees[part].mean())
    if n < 3 or degree <= 1.0:
        return math.nan, math.nan
    sources = np.random.default_rng(0).permutation(np.flatnonzero(part))[:SOURCES]
    means = []
    for start in range(0, len(sources), AT_ONCE):
        counts = distance_counts(*graph.neighbours, sources[start : start + AT_ONCE])
        means.append(float(counts @ np.arange(len(counts)) / max(counts.sum(), 1)))
    random = max(math.log(n) / math.log(degree), 1.0)
    error = (
        0.0 if len(sources) == n or len(means) < 2 else float(np.std(means)) / math.sqrt(len(means))
    )
    return float(np.mean(means)) / random, error / random


def _grouped(graph: Graph, key: int, progress: Progress) -> tuple[float, float]:
    """By how much the modularity is above that of rewired graphs, and how these vary."""
    if graph.n > LARGEST_REWIRED or not 2 <= graph.m <= MOST_REWIRED:
        return math.nan, math.nan
    own, edges = _best(graph, key), graph.edges.copy()
    bits, others = joined_bits(graph.n, edges), []
    for i in range(REWIRINGS):
        progress(i / REWIRINGS, "rewired graphs")
        tries = (SWAPS if i == 0 else SWAPS_BETWEEN) * graph.m
        swap_ends(graph.n, edges, bits, tries, key + i + 1)
        others.append(_best(Graph.from_edges(graph.n, edges), key + i + 1))
    return own - float(np.mean(others)), float(np.std(others))


def _best(graph: Graph, key: int) -> float:
    """The modularity of the communities of one run of Louvain's method."""
    return modularity(graph, louvain_communities(*graph.neighbours, key=key))
