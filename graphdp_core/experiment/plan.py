"""What could I have instead of a graph: numbers by themselves, and how epsilon is split."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.data import generate
from graphdp_core.digits import digits, epsilon_label
from graphdp_core.estimates.asked import Asked, Given, groups_of
from graphdp_core.estimates.estimate import GRAPH, WIDEST
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.experiment.public_proxy import of_size
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import MECHANISMS, Mechanism
from graphdp_core.mechanisms.private_count import ladder_draw
from graphdp_core.params import LARGEST_EPSILON, Refused, checked_seed, make, refuse_strangers
from graphdp_core.privacy.amounts import publishable_epsilon
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.privacy.samplers import SignedTails
from graphdp_core.sensitivities.ladders import ladder

LAST = np.array([0.025])  # of the noise, on each side of an interval
DRAWS = 5  # of one graph; shared where there are several
CLEAR = 0.15  # of the number: where it is wider, an end may reach to the least that can be told
UNKNOWN = (math.nan, math.nan)
STEPS = 6  # of epsilon, from a 32nd of it to all of it
LEAST_EPSILON = 0.01  # that the mechanisms take
MOST_GROUPS = 50  # of the graph that stands for one with groups
WITHIN, MIXED, JOINED = 0.7, 0.2, 2.0 / 3.0
"""Of its ties, usually and where groups mix; and of the pairs within a group, at most."""
ALIKE = 1.05  # times one width, up to which another is not told beside it
ROWS = 0.5  # of the rows of a number, and of the draws, that must be known
MOST = 0.75  # of the graphs: what is planned is no wider on them
FEW, MANY = 4.0, 36.0  # ties of a node, on average, where no data set of that size is at hand
LARGEST = 20_000  # nodes of what is drawn to stand for a graph
BEYOND = 1.5  # times what data sets of that size have
NEAREST = 3  # data sets that stand for a graph of their size


@dataclass(frozen=True)
class Want:
    """A number that can be wanted, and the mechanism that releases it by itself.

    Parameters
    ----------
    statistic : str
        Its id in the estimates of a release.
    by : str
        Id of the mechanism; "" where none releases it by itself.
    is_exact : bool
        Whether the width of its interval follows from epsilon and public facts alone.
    less : str
        The number that is told where all of this one cannot be known; "" for none.
    """

    statistic: str
    by: str
    settings: tuple[tuple[str, object], ...] = ()
    is_exact: bool = True
    less: str = ""

    @property
    def title(self) -> str:
        """What is told, for readers."""
        is_table = self.statistic == "mixing"
        return "Edges between groups" if is_table else STATISTICS[self.statistic].title


EDGES = (("count", "edges"),)
WANTS: Mapping[str, Want] = {
    "edges": Want("edges", "private_count", EDGES),
    "mean_degree": Want("mean_degree", "private_count", EDGES),
    "triangles": Want("triangles", "private_count", (("count", "triangles"),), is_exact=False),
    "degrees": Want("degree_shares", "noisy_degrees", is_exact=False, less="mean_degree"),
    "mixing": Want("mixing", "group_mixing"),
    "homophily": Want("homophily", "group_mixing", is_exact=False),
    "segregation": Want("segregation", "group_mixing", is_exact=False),
    "top": Want("top", "noisy_degrees", is_exact=False),
    "components": Want("components", ""),
    "transitivity": Want("transitivity", ""),
}
"""By their names. Numbers of one release cost once."""

FROM_MIXING = ("edges", "mean_degree")
"""What a table of edges between groups tells as well, without an epsilon of its own."""


@dataclass(frozen=True)
class Planned:
    """One wanted number: who releases it, at what epsilon, and how well it will be known.

    Parameters
    ----------
    half_width : float
        Of the 95% interval, no wider on most public graphs; nan where it is not known.
    low, high : float
        The least and the largest on any of them; inf where one would not tell it.
    relative : float
        That over the number itself; of several rows the middle one.
    is_exact : bool
        Whether the width follows from epsilon alone; else it was measured on public graphs.
    from_epsilon : float or None
        The epsilon from which on the number alone would be known, where it is not.
    by_graph : float
        The half width that a graph of flipped edges leaves at the whole epsilon; nan: not known.
    """

    want: str
    title: str
    mechanism: str
    parameters: Mapping[str, object]
    epsilon: float
    half_width: float
    low: float
    high: float
    relative: float
    is_exact: bool
    from_epsilon: float | None
    by_graph: float

    @property
    def is_known(self) -> bool:
        """Whether the plan tells it."""
        return math.isfinite(self.half_width)

    @property
    def width(self) -> str:
        """How far it may be off, in words."""
        if self.high <= ALIKE * self.low:
            return f"{'about ' * (not self.is_exact)}± {digits(self.half_width)}"
        most = f"to {digits(self.high)}" if math.isfinite(self.high) else "or more"
        return f"± {digits(self.low)} {most}"

    def sentence(self) -> str:
        """The number in one line.

        Examples
        --------
        >>> Planned("edges", "Edges", "private_count", {}, 0.5, 6.0, 6.0, 6.0, 0.08, True, None,
        ... math.nan).sentence()
        'Edges: ± 6 at ε = 0.5 by private_count; a graph would not tell it.'
        """
        graph = f"± {digits(self.by_graph)}" if math.isfinite(self.by_graph) else "not tell it"
        beside = f"a graph would {'leave ' * math.isfinite(self.by_graph)}{graph}."
        if self.is_known:
            at = f"at ε = {at_most(self.epsilon)} by {self.mechanism}"
            return f"{self.title}: {self.width} {at}; {beside}"
        if not self.mechanism:
            return f"{self.title}: no mechanism here releases it by itself; {beside}"
        never = f"{self.title}: cannot be known at this ε, so nothing is spent on it."
        start = self.from_epsilon
        return f"{never} From about {epsilon_label(start)} on it can." if start else never


@dataclass(frozen=True)
class NumberPlan:
    """A split of one epsilon over the wanted numbers.

    Parameters
    ----------
    spent : mapping of str to float
        Epsilon of each release, by mechanism; they add up to at most `epsilon`.
    measured_on : str
        The public graphs that stood for the private one.
    """

    epsilon: float
    rows: tuple[Planned, ...]
    spent: Mapping[str, float]
    measured_on: str

    def sentence(self) -> str:
        """How many of the numbers will be known, and how many a graph would tell."""
        known = sum(row.is_known for row in self.rows)
        graph = sum(math.isfinite(row.by_graph) for row in self.rows)
        return (
            f"At {epsilon_label(self.epsilon)}, {known} of {len(self.rows)} numbers will be known "
            f"by themselves; a graph of flipped edges would tell {graph or 'none'} of them."
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data; what is not finite is None."""

        def or_none(value: object) -> object:
            return None if isinstance(value, float) and not math.isfinite(value) else value

        rows = [asdict(r) | {"known": r.is_known, "sentence": r.sentence()} for r in self.rows]
        return {
            "epsilon": self.epsilon, "spent": dict(self.spent), "measured_on": self.measured_on,
            "rows": [{k: or_none(v) for k, v in row.items()} for row in rows],
            "sentence": self.sentence(),
        }  # fmt: skip


def plan(
    graph: Graph, epsilon: float, want: Sequence[str], *, public: bool = False, seed: int = 0
) -> NumberPlan:
    """Which numbers to release by themselves, each with its epsilon and the width to expect.

    The least relative half widths are made as equal as they can be. A number that stays unknown
    even with all of epsilon gets none of it.

    Parameters
    ----------
    graph : Graph
        Of a private one its numbers of nodes and of groups are read, and nothing else: public
        graphs of that size stand for it, and where groups are needed partitions of as many.
    epsilon : float
        Of everything together, for one edge.
    want : sequence of str
        Among :data:`WANTS`.
    public : bool
        Whether the graph itself is public, and stands for itself.
    seed : int
        Of what is measured on the public graphs.

    Raises
    ------
    Refused
        For an unknown name, a number that needs groups that the graph has not, or an epsilon out
        of range.

    Notes
    -----
    *Privacy*: nothing is spent, and the split follows from public graphs alone.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> made = gdp.plan(gdp.load_graph("karate"), 1.0, ["edges", "mean_degree"], public=True)
    >>> [row.is_known for row in made.rows], round(sum(made.spent.values()), 6)
    ([True, True], 1.0)
    """
    refuse_strangers(graph=graph)
    names = tuple(dict.fromkeys(want))
    epsilon = publishable_epsilon(epsilon)
    if "tree_cost" in names:
        raise Refused(
            "tree_cost cannot be wanted beside others: its release protects the weights of public "
            "edges, which is another promise. Make it by itself, by private_tree_cost."
        )
    if unknown := [name for name in names if name not in WANTS]:
        raise Refused(f"want must be among {', '.join(WANTS)}; got {unknown[0]!r}.")
    if not names:
        raise Refused(f"want must name at least one number: {', '.join(WANTS)}.")
    needing = [name for name in names if STATISTICS[WANTS[name].statistic].needs]
    if needing and graph.labels is None:
        raise Refused(f"{needing[0]} needs public groups, and this graph has none: leave it out.")
    shown = _stand_ins(graph, public=public, needs_groups=bool(needing))
    chosen = {name: _chosen(name, names) for name in names}
    curves = _Curves(list(shown.values()), graph.n, epsilon, checked_seed(seed))
    for name, one in chosen.items():
        if one.less and not curves.known(one, epsilon):
            chosen[name] = _chosen(one.less, names)
    kept = [name for name in names if chosen[name].by and curves.known(chosen[name], epsilon)]
    spent = _split(kept, chosen, curves, epsilon)

    def lost() -> list[str]:
        """What would not be known with its part of epsilon."""
        return [n for n in kept if not curves.known(chosen[n], spent[_key(chosen[n])])]

    while others := lost():
        kept.remove(max(others, key=lambda n: curves.least(chosen[n]) or math.inf))
        spent = _split(kept, chosen, curves, epsilon)
    by_graph = curves.by_graph(names)
    rows = []
    for name in names:
        one, own = chosen[name], spent.get(_key(chosen[name]), 0.0) if name in kept else 0.0
        half, relative = curves.width(one, own) if own else UNKNOWN
        low, high = curves.ends(one, own) if own else UNKNOWN
        rows.append(Planned(
            name, _title(name, one), one.by, dict(one.settings), own, half, low, high, relative,
            one.is_exact and not relative > CLEAR and low == high,
            None if name in kept else curves.least(one), by_graph[name],
        ))  # fmt: skip
    releases = {_key(chosen[name]): spent[_key(chosen[name])] for name in kept}
    return NumberPlan(epsilon, tuple(rows), releases, "; ".join(shown))


def width_on(graph: Graph, row: Planned, *, seed: int) -> float:
    """The half width that releases of this graph itself have at the planned epsilon.

    Notes
    -----
    *Privacy*: reads the graph; for a study of public ones.
    """
    less = WANTS[row.want].less
    is_less = bool(less) and row.mechanism != WANTS[row.want].by
    one = WANTS[less if is_less else row.want]
    if one.by != row.mechanism:
        one = Want(one.statistic, row.mechanism)
    return _Curves([graph], graph.n, row.epsilon, seed).width(one, row.epsilon)[0]


def _chosen(name: str, names: Sequence[str]) -> Want:
    """The want, from the table of groups where that is released anyhow."""
    one = WANTS[name]
    by_table = any(WANTS[other].by == "group_mixing" for other in names)
    if not by_table or name not in FROM_MIXING:
        return one
    return Want(one.statistic, "group_mixing", is_exact=False)  # by how many groups there are


def _title(name: str, one: Want) -> str:
    if one.statistic == WANTS[name].statistic:
        return one.title
    return f"{one.title} (not the {WANTS[name].title.lower()}, which cannot be known)"


def _key(one: Want) -> str:
    """What is released: a mechanism and what it counts."""
    return " ".join([one.by, *(str(value) for _, value in one.settings)])


def _stand_ins(graph: Graph, *, public: bool, needs_groups: bool) -> dict[str, Graph]:
    """By their titles, graphs that anybody may look at; the first is nearest in size."""
    if public:
        return {graph.title or "this graph, which is public": graph}
    n, k = min(max(graph.n, 2), LARGEST), len(graph.label_names)
    near = of_size(graph, most=NEAREST)
    few, mean, many = _ties(n, list(near.values()))
    if needs_groups:
        head = f"planted partition of {k} groups"
        made = {f"{head}, {d:g} ties a node": _planted(n, k, d) for d in (few, mean)}
        return made | {f"{head}, mixed, {many:g} ties a node": _planted(n, k, many, MIXED)}
    return {
        **near,
        **{f"planted partition, {d:g} ties a node": _planted(n, n // 10, d) for d in (few, mean)},
        f"Barabási–Albert, {mean:g} ties a node": generate(
            "barabasi_albert", n=n, attach=max(round(mean / 2.0), 1), seed=0
        ),
    }


def _ties(n: int, near: Sequence[Graph]) -> Iterator[float]:
    """Few, usual and many ties of a node: a half beyond those of data sets of that size."""
    means = [2.0 * other.m / other.n for other in near]
    few, many = (min(means) / BEYOND, max(means) * BEYOND) if len(means) > 1 else (FEW, MANY)
    for mean in (few, math.sqrt(few * many), many):
        yield float(f"{min(mean, (n - 1) / 2.0):.2g}")


def _planted(n: int, groups: int, degree: float, share: float = WITHIN) -> Graph:
    """A graph with so many groups, and so large a share of ties within, beyond chance."""
    groups = max(2, min(groups, MOST_GROUPS, n))
    within = min(share + (1.0 - share) / groups, JOINED * max(n / groups - 1.0, 0.0) / degree)
    return generate(
        "planted_partition", n=n, groups=groups, degree=degree, mixing=1.0 - within, seed=0
    )


def _split(
    kept: Sequence[str], chosen: Mapping[str, Want], curves: _Curves, epsilon: float
) -> dict[str, float]:
    """The epsilon of each release, so that the worst relative width is least."""
    keys = {_key(chosen[name]) for name in kept}
    if not keys:
        return {}

    def needed(level: float) -> dict[str, float]:
        """What each release needs so that none of its numbers is wider than the level."""
        return {
            key: max(
                LEAST_EPSILON,
                *(curves.reaching(chosen[n], level) for n in kept if _key(chosen[n]) == key),
            )
            for key in keys
        }

    low, high = 1e-6, 1e3
    for _ in range(60):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if sum(needed(middle).values()) <= epsilon else (middle, high)
    asked = needed(high)
    scale = epsilon / sum(asked.values())
    return {key: value * scale for key, value in asked.items()}


class _Curves:
    """Widths over epsilon on the public graphs, each measured once."""

    def __init__(self, graphs: Sequence[Graph], n: int, epsilon: float, seed: int) -> None:
        self.each = [_OneGraph(graph, n, seed, len(graphs)) for graph in graphs]
        self.epsilon = epsilon

    def width(self, one: Want, epsilon: float) -> tuple[float, float]:
        """The half width and its share of the number that are enough on most graphs; nan: unknown.

        On all of them, where all would tell it at the whole epsilon.
        """
        most = 1.0 if math.isfinite(self._wide(one, self.epsilon).max()) else MOST
        half, share = np.quantile(self._wide(one, epsilon), most, axis=0, method="lower")
        return (float(half), float(share)) if math.isfinite(share) else UNKNOWN

    def _wide(self, one: Want, epsilon: float) -> Floats:
        """On every graph, inf where it is unknown, shape (graphs, 2)."""
        every = [one_graph.width(one, epsilon) for one_graph in self.each]
        return np.nan_to_num(np.array(every), nan=math.inf)

    def ends(self, one: Want, epsilon: float) -> tuple[float, float]:
        """The least half width on any graph, and the largest; inf where one does not tell it."""
        halves = self._wide(one, epsilon)[:, 0]
        return float(halves.min()), float(halves.max())

    def known(self, one: Want, epsilon: float) -> bool:
        """Whether the number would be told at an epsilon."""
        return math.isfinite(self.width(one, epsilon)[0])

    def reaching(self, one: Want, level: float) -> float:
        """The epsilon at which the relative width falls to a level, by the stops between."""
        stops = self.epsilon * 2.0 ** np.linspace(-5.0, 0.0, STEPS)
        widths = [self.width(one, stop)[1] for stop in stops]
        pairs = [(w, e) for w, e in zip(widths, stops, strict=True) if math.isfinite(w) and w > 0.0]
        if not pairs:
            return self.epsilon
        known = np.log(np.array(pairs))
        order = np.argsort(known[:, 0])
        x, y = known[order].T
        slope = -1.0  # beyond what was measured, widths fall as 1/epsilon
        asked = math.log(level)
        if asked < x[0]:
            return math.exp(y[0] + slope * (asked - x[0]))
        if asked > x[-1]:
            return math.exp(y[-1] + slope * (asked - x[-1]))
        return math.exp(float(np.interp(asked, x, y)))

    def least(self, one: Want) -> float | None:
        """The first stop above the plan's epsilon at which it would be known."""
        if not one.by:
            return None
        stops = self.epsilon * 2.0 ** np.arange(0.0, 6.5, 0.5)
        inside = (float(e) for e in stops if e <= LARGEST_EPSILON)
        return next((float(f"{e:.2g}") for e in inside if self.known(one, e)), None)

    def by_graph(self, names: Sequence[str]) -> dict[str, float]:
        """The half widths that the first graph leaves, all pairs flipped at the whole epsilon."""
        return {
            name: self.each[0].width(Want(WANTS[name].statistic, "edge_flip"), self.epsilon)[0]
            for name in names
        }


class _OneGraph:
    """Widths on one public graph."""

    def __init__(self, graph: Graph, n: int, seed: int, beside: int) -> None:
        self.graph, self.n, self.seed = graph, n, seed
        self.draws = max(DRAWS // beside, 2)
        self.names = tuple(graph.all_names())
        groups = None if graph.labels is None else groups_of(graph.labels.tolist(), self.names)
        self.asked = Asked(groups=groups, partition=groups)
        self.kept: dict[tuple[str, str, float], tuple[float, float]] = {}

    def width(self, one: Want, epsilon: float) -> tuple[float, float]:
        """The half width and its share of the number; nan where it is not known."""
        if epsilon < LEAST_EPSILON:
            return UNKNOWN
        place = (one.statistic, _key(one), float(f"{epsilon:.3g}"))
        if place not in self.kept:
            self.kept[place] = self._measure(one, place[2])
        return self.kept[place]

    def _measure(self, one: Want, epsilon: float) -> tuple[float, float]:
        if one is WANTS["mean_degree"]:  # by the edges and the number of nodes, which is public
            half, share = self.width(WANTS["edges"], epsilon)
            return 2.0 * half / self.n, share
        made: Mechanism = make("mechanism", MECHANISMS, one.by, dict(one.settings))
        rng = np.random.default_rng([self.seed, round(1e6 * epsilon)])
        if one.statistic == "triangles" and one.by == "private_count":
            return self._by_ladder(epsilon)
        seen = []
        for _ in range(self.draws):
            given = Given(
                made.release(self.graph, epsilon=epsilon, rng=rng), made,
                Fraction(epsilon).limit_denominator(10**6), self.names,
            )  # fmt: skip
            rows = estimates_from(given, self.asked, [one.statistic])
            told = [row for row in rows if row.of == GRAPH]
            known = [row for row in told if row.is_known]
            if told and len(known) >= ROWS * len(told):
                halves = [(row.high - row.low) / 2.0 for row in known]
                shares = [h / abs(r.value) for h, r in zip(halves, known, strict=True) if r.value]
                seen.append((float(np.median(halves)), float(np.median(shares or [math.nan]))))
        if len(seen) < ROWS * self.draws:
            return UNKNOWN
        half, share = np.median(seen, axis=0)
        return float(half), float(share)

    def _by_ladder(self, epsilon: float) -> tuple[float, float]:
        """Of triangles, whose noise follows from the graph: what 95 of 100 draws stay within."""
        rungs, tail = ladder(self.graph, "triangles"), SignedTails(LAST, np.array([False]))
        half = float(ladder_draw(rungs, tail, epsilon=epsilon) - rungs.count)
        return UNKNOWN if half > WIDEST * rungs.count else (half, half / max(rungs.count, 1))
