"""What stands on the stage at one epsilon: words, figures, promise and picture, or a refusal.

What is said of one epsilon beside its picture: the figures, the promise and its odds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.board import one_edge
from graphdp_core.experiment.compare import Comparison, first_sentence
from graphdp_core.experiment.properties import MEASURED, Property
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.plots.board.pictures import Tiles
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.picture import Edges, Pair, Picture
from graphdp_core.plots.side_by_side import WAYS
from graphdp_core.plots.sides import Sides
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    Strength,
    at_most,
    believed,
    posterior,
)
from graphdp_core.results import SpanningTree
from graphdp_core.vocabulary import of_ties

TOPOLOGY = (
    "The topology is public here and released as it is: what reads the edges but not their weights "
    "is the same on both sides, and nothing protects it."
)
SYNTHETIC = (
    "This release is a graph made anew from private numbers: an edge in both graphs was "
    "drawn again, not copied. It has no known noise on single edges to correct for."
)


@dataclass(frozen=True)
class Figure:
    """One number as people read it.

    Parameters
    ----------
    chance : str
        What a release that ignores the graph gives; "" where that is not known.
    reading : str
        Which way is better; "" where neither is.
    """

    label: str
    value: str
    chance: str = ""
    reading: str = ""
    help: str = ""


def figures(c: Comparison, *, headline: bool = False) -> list[Figure]:
    """The comparison's metrics, or those that its analysis shows first, in their order."""
    chances = c.analysis.chances(c.graph.n)
    by_id = {metric.id: metric for metric in c.analysis.metrics}
    chosen = c.analysis.headline(c.graph) if headline else by_id
    return [
        Figure(
            metric.label,
            format_number(c.metrics.get(metric.id), percent=metric.percent, brief=headline),
            format_number(level, percent=metric.percent, brief=headline)
            if (level := chances.get(metric.id)) is not None
            else "",
            WAYS[metric.better],
            metric.help,
        )
        for metric in (by_id[id] for id in chosen)
    ]


def short_statement(g: Guarantee) -> str:
    """What is protected, in a few words, and its limits; what protects nothing says why."""
    if g.status.is_proved and not g.empty and not g.protects:
        return (
            f"Not private: ε = {at_most(g.effective_epsilon)} hides no change of {of_ties(g.unit)}."
        )
    if not g.protects:
        return of_ties(g.statement())
    unit = of_ties(g.unit).replace("the presence or absence of ", "")
    exact = "" if g.effective_epsilon == g.epsilon else "exact "
    delta = f", δ = {at_most(g.delta)}" if g.delta else ""
    cost = f"{exact}ε = {at_most(g.effective_epsilon)}{delta}"
    return f"{g.strength.capitalize()} {unit}, proved: {cost}. {g.caveat}".strip()


def posterior_belief(g: Guarantee) -> str:
    """What an adversary who is half sure can learn at most, rounded up."""
    edge = one_edge(g)
    if not edge.is_proved:
        return "Nothing is proved here: an adversary may become certain."
    beyond = " Rare outcomes, which δ allows for, may tell more." if g.delta else ""
    return f"Half sure becomes {believed(edge.beliefs[0.5])}, knowing all else.{beyond}"


def belief(g: Guarantee, before: str, after: float) -> str:
    """How sure an adversary is before the release and at most after it, in percent."""
    return f"From {before} sure of {g.relation.secret} to {believed(after)}, knowing all else."


TIE_STEPS = {
    NeighbouringRelation.EDGE: 1,
    NeighbouringRelation.NODE: 1,
    NeighbouringRelation.NODE_ADD: 2,
}
"""How many steps of a relation the presence of one edge is.

A node's change may be that of one of its edges; a node that only joins or leaves has to leave with
the edge and come again without it.
"""


def tie_odds(g: Guarantee) -> tuple[float, float] | str:
    """Between which beliefs somebody ends who knows all else and was half sure of one tie.

    A sentence in their place where nothing limits what is learnt of a tie.
    """
    if g.protects and g.relation in TIE_STEPS:
        high = posterior(0.5, TIE_STEPS[g.relation] * g.effective_epsilon)
        return 1.0 - high, high
    if g.relation.edges_are_public:
        promise = "; the promise is about weights" if g.protects else ""
        return f"who is joined with whom is public here{promise}."
    if not g.protects:
        return "nothing is proved, this tie may become certain."
    return (
        f"the promise is about weights; a tie is hidden only where its weight is at most "
        f"{g.protected_radius}."
    )


def rest_of_tie(g: Guarantee, release: Any) -> str:
    """What the odds of one tie leave unsaid: rare outcomes, and what is not released."""
    has_rare = g.protects and g.relation in TIE_STEPS and g.delta > 0
    rare = f"Rare outcomes may tell more (δ = {at_most(g.delta)})." if has_rare else ""
    has_ties = isinstance(release, (Graph, SpanningTree))
    return f"{rare}{'' if has_ties else ' What is released lists no ties.'}".strip()


def notes(c: Comparison) -> list[str]:
    """What must be said of a comparison beside its figures, each sentence once.

    Of both results what was left out or approximated; of the release what it is no protection for.
    """
    said = [c.mechanism.said_of(c.graph, c.epsilon), *c.baseline.notes, *c.private.notes]
    is_graph = c.mechanism.returns is Graph
    if is_graph and c.guarantee.relation.edges_are_public:
        said.insert(0, TOPOLOGY)
    is_of_edges = c.guarantee.relation is NeighbouringRelation.EDGE
    is_drawn = c.mechanism.reads_epsilon  # else its edges are true ones
    if is_of_edges and is_drawn and isinstance(c.release, Graph) and c.release.noise is None:
        said.insert(0, SYNTHETIC)
    return list(dict.fromkeys(filter(None, said)))


MOST_FIGURES = 3
Metrics: TypeAlias = Mapping[str, float]
DRAWS_EDGES = "statistics"
TOLD = (
    "epsilon", "label", "answer", "asked", "detail", "figures", "statement", "odds", "tie", "rest",
    "secret", "pairs", "strength",
)  # fmt: skip
PUBLIC = (
    "The edges are public here: nothing of this view is hidden.",
    "Only the weights of the edges are, which Clusters and Spanning tree read.",
)


@dataclass(frozen=True, eq=False)
class Stop:
    """One epsilon of the slider.

    Parameters
    ----------
    drawing : Pair, Chart, Tiles or None
        Both sides; None where nothing is drawn, or the mechanism refuses this epsilon.
    statement, odds : str
        What is promised, and what it means in odds; "" where nothing is.
    secret : str
        What is protected, as one says it.
    pairs : sequence of two int
        Nodes that may stand for any: ties and others. Of a stop that has some, `released` and
        `real` say those among them alone.
    released : ndarray of int, shape (k, 2), optional
        All edges of a released tree; of a released graph, where the drawing is of them.
    real : ndarray of int, shape (m, 2), optional
        Beside them all true edges, where the truth is known.
    repeats : sequence of Picture
        The private side at other noise draws, to be played or laid over each other; or, where
        `flickers` or `steps` name what they are, to be played.
    """

    epsilon: float
    drawing: Pair | Chart | Tiles | None
    sides: Sides
    answer: str
    detail: str = ""
    asked: str = ""
    figures: Sequence[tuple[str, str]] = ()
    statement: str = ""
    odds: str = ""
    strength: Strength = "does not protect"
    tie: tuple[float, float] | str = ""
    rest: str = ""
    secret: str = ""
    pairs: Sequence[Sequence[int]] = ()
    released: Edges | None = None
    real: Edges | None = None
    notes: Sequence[str] = ()
    refused: Refused | None = None
    repeats: Sequence[Picture] = ()
    flickers: str = ""
    steps: str = ""
    beside: Pair | None = None
    beside_sides: Sides | None = None
    name: str = ""

    @property
    def label(self) -> str:
        """The setting in words."""
        return self.name or epsilon_label(self.epsilon)

    @property
    def words(self) -> dict[str, object]:
        """All but the drawing, as plain data."""
        return {**{name: getattr(self, name) for name in TOLD}, "notes": list(self.notes)}


def stop_of(
    c: Comparison,
    drawn: Pair | Chart | None,
    repeats: Sequence[tuple[Picture, Metrics]] = (),
    *,
    is_public: bool = False,
) -> Stop:
    """The stop of one comparison, and of its repeats: their pictures, and how their figures vary.

    Where public facts alone give all of it there is no finding, but that.

    Notes
    -----
    *Privacy*: the figures and the drawing read the true graph.
    """
    answer, detail = PUBLIC if is_public else c.answer_and_figures
    g, released = c.guarantee, _edges(c)
    return Stop(
        epsilon=c.epsilon,
        drawing=drawn,
        sides=Sides.of(c),
        answer=answer,
        detail=detail,
        figures=_varied(c, [metrics for _, metrics in repeats]),
        statement=short_statement(g),
        odds=posterior_belief(g) if g.protects else "",
        strength=g.strength,
        tie=tie_odds(g),
        rest=rest_of_tie(g, c.release),
        secret=g.relation.secret,
        released=released,
        real=None if released is None else c.graph.edges,
        notes=[*notes(c), *([drawn.caption] if isinstance(drawn, Pair) and drawn.caption else [])],
        repeats=[picture for picture, _ in repeats],
    )


def _varied(c: Comparison, others: Sequence[Metrics]) -> list[tuple[str, str]]:
    """The figures, each with where nine of ten repeats lie, once there are repeats.

    What the tile on the Board says comes first.
    """
    by_id = {metric.id: metric for metric in c.analysis.metrics}
    shown = dict(zip(c.analysis.headline(c.graph), figures(c, headline=True), strict=True))
    rows = []
    if judged := _judged(c):
        item, first = judged
        number, level = item.number(first, c.metrics), c.analysis.chances(c.graph.n).get(first)
        chance = "" if level is None else f"{item.value_at(first, level).figure}"
        shown = {first: Figure(number.words, number.figure, chance), **{
            id: figure for id, figure in shown.items() if id != first
        }}  # fmt: skip
    for id, figure in list(shown.items())[:MOST_FIGURES]:
        value, values = figure.value, [metrics.get(id, np.nan) for metrics in others]
        if values and np.isfinite(values).all():
            ends = np.quantile(values, (0.05, 0.95))
            words = dict.fromkeys(
                format_number(x, percent=by_id[id].percent, brief=True) for x in ends
            )
            value += f" ({' to '.join(words)} in 9 of 10 repeats)"
        beside = f" (by chance {figure.chance})" if figure.chance else ""
        rows.append((figure.label + beside, value))
    return rows


def _judged(c: Comparison) -> tuple[Property, str] | None:
    """The property that the Board shows of this analysis, and the metric that it is judged by."""
    item = next((p for p in MEASURED if type(c.analysis) in map(type, p.analyses)), None)
    if item is None:
        return None
    named = [y.metric for y in c.analysis.yardsticks if y.metric in item.numbers]
    known = (metric for metric in named if not np.isnan(c.metrics.get(metric, np.nan)))
    return (item, next(known, named[0])) if named else None


def refused_stop(epsilon: float, error: Refused) -> Stop:
    """The stop of an epsilon at which there is nothing to show: it says why."""
    answer, detail = first_sentence(str(error))
    return Stop(
        epsilon=epsilon, drawing=None, sides=Sides(epsilon), answer=answer, detail=detail,
        refused=error,
    )  # fmt: skip


def no_such_stop(epsilon: float, epsilons: Sequence[float]) -> Refused:
    """What is said of an epsilon that a slider has not."""
    allowed = ", ".join(f"{stop:g}" for stop in epsilons)
    return Refused(f"epsilon must be one of {allowed}; got {epsilon:g}.")


def _edges(c: Comparison) -> Edges | None:
    if isinstance(c.release, Graph) and c.baseline.kind != DRAWS_EDGES:
        return None
    return c.release.edges if isinstance(c.release, Graph | SpanningTree) else None
