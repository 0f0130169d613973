"""Lesson 6: a budget for two questions. Looking again at a release is free, asking again is not.

The ladder of units as a row of pictures: one graph, one epsilon, larger and larger units.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.arrays import AnyFloats
from graphdp_core.data import generate
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.experiment.unit_ladder import Rung, unit_rungs
from graphdp_core.graphs.graph import Graph
from graphdp_core.lessons.lesson import (
    SEED,
    Draws,
    Lesson,
    discs,
    enough,
    measured,
    places,
    words_of,
)
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.plots.pair.picture import edge_kinds, thin_edges
from graphdp_core.privacy.guarantee import posterior

TRUE_LINES, MOST_LINES = 250, 700  # of a small picture


def unit_pictures(
    graph: Graph,
    rungs: Sequence[Rung],
    names: Sequence[str],
    says: Callable[[Rung], str],
    *,
    seats: AnyFloats,
    title: str,
) -> dict[str, Any]:
    """One small picture a rung, all on the places of the true graph.

    Parameters
    ----------
    names : sequence of str
        Of each unit, in the words of the story.
    seats : ndarray, shape (n, 2)
        Where the nodes stand.
    """
    pictures = []
    for rung, name in zip(rungs, names, strict=True):
        made, drawn = rung.mechanism, _drawn(graph, rung)
        price = f"{made.title}, {epsilon_label(rung.epsilon)}" if made else "its edges are public"
        lines = {kind: pairs.ravel().tolist() for kind, pairs in drawn.items()}
        pictures.append({"name": name, "price": price, "says": says(rung), **lines})
    return {"title": title, "places": places(seats), "rungs": pictures}


def _drawn(graph: Graph, rung: Rung) -> dict[str, np.ndarray]:
    """Edges of one release, thinned in proportion to their number."""
    shown: Any = graph
    if rung.mechanism is not None:
        shown = rung.mechanism.release(graph, epsilon=rung.epsilon, rng=noise_stream(SEED, 0))
    kinds = edge_kinds(graph, shown)
    limit = int(np.clip(TRUE_LINES * shown.m / max(graph.m, 1), 1, MOST_LINES))
    thin, _ = thin_edges({kind: kinds[kind] for kind in ("kept", "invented")}, limit=limit)
    return {kind: np.asarray(pairs) for kind, pairs in thin.items()}


WORDS = words_of("L6")
CLASSES, TOP = 0.8, 8  # agreement with the classes; of the top ten that must stay
FLIPS = (1.0, 1.4, 1.6, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.8, 3.0, 3.5, 4.0)
DEGREES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
PLANS: list[str] = WORDS["prediction"]["names"]
SPENT = (1.0, 1.5)  # of the exercise, for two contacts
COMPANY: Mapping[str, Any] = {"n": 300, "blocks": 3, "degree": 24.0, "mixing": 0.1, "exponent": 3.5}
GRAPH = "graph=degree_corrected_sbm" + "".join(
    f"&degree_corrected_sbm.{name}={value:g}" for name, value in COMPANY.items()
)
TEN, MOST = 10, 60  # contacts of one person: some of them, and all that there can be
SAID = WORDS["said"]
Met = NDArray[np.bool_]


def company() -> Any:
    """Three departments, in each of them people whom everybody knows."""
    return generate("degree_corrected_sbm", **COMPANY)


def measure(draws: int) -> dict[str, Any]:
    """The least budget of three plans, and what five ways to spend it give."""
    graph, flip, noisy = company(), EdgeFlip(), NoisyDegrees()
    communities = Draws(graph, Louvain(), draws)
    ranking = Draws(graph, Centrality(score="degree"), draws)
    reread = Draws(graph, Centrality(score="degree"), draws, of=communities)

    def met(made: Mechanism, epsilon: float) -> tuple[Met, Met]:
        """Which of the two questions each released graph answers."""
        classes = communities.metric("ari", made, epsilon) >= CLASSES
        return classes, reread.metric("top10_kept", made, epsilon) >= TOP

    def degrees(epsilon: float) -> Met:
        return np.asarray(ranking.metric("top10_kept", noisy, epsilon) >= TOP)

    both = enough(FLIPS, lambda e: np.logical_and(*met(flip, e)))
    classes = enough(FLIPS, lambda e: met(flip, e)[0])
    again = enough(FLIPS, lambda e: met(flip, e)[1])
    top = enough(DEGREES, degrees)
    totals = {PLANS[0]: both, PLANS[1]: classes + again, PLANS[2]: classes + top}
    spendings: tuple[tuple[float, float], ...] = (
        (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (both, 0.0), (classes, top),
    )  # fmt: skip
    rows, readings = [], []
    for flips, degree in spendings:
        values, ranked = met(flip, flips) if flips else (np.zeros(draws, bool),) * 2
        if degree:
            ranked = ranked | degrees(degree)
        shares = float(np.mean(values)), float(np.mean(ranked))
        rows.append(
            [
                {
                    "name": SAID[name].format(share=percent(share, whole=True)),
                    "mark": "enough" if share >= 0.9 else "too few",
                }
                for name, share in zip(("departments", "ten"), shares, strict=True)
            ]
        )
        sure = percent(posterior(0.5, flips + degree), whole=True)
        answered = _answered(*shares)
        readings.append(SAID["spent"].format(spent=flips + degree, answered=answered, sure=sure))

    def says(rung: Rung) -> str:
        if rung.mechanism is None:
            return _answered(1.0, 1.0)
        return _answered(*(float(np.mean(all)) for all in met(rung.mechanism, rung.epsilon)))

    rungs = unit_rungs(graph, flip, both, edges=TEN, most=MOST)
    title = SAID["ladder"].format(epsilon=epsilon_label(both), draws=draws)
    seats = discs(np.asarray(graph.labels), -graph.degrees)
    return measured(
        draws,
        bars=[
            {"name": name, "group": "", "low": total, "middle": round(total, 2), "high": total}
            for name, total in totals.items()
        ],
        ladder=unit_pictures(graph, rungs, SAID["units"], says, seats=seats, title=title),
        answer=2 * sum(SPENT),
        figures={
            "both": both, "classes": classes, "ranking": again, "top": top,
            "split": classes + top, "many": TEN * both,
        },
        stops=[_spending(*spent) for spent in spendings],
        addresses=[_address(*spent) for spent in spendings],
        readings=readings,
        panels=[{"title": "What the release gives", "rows": rows}],
    )  # fmt: skip


def _answered(departments: float, ten: float) -> str:
    """What is answered in nine of ten draws."""
    answers: list[str] = SAID["answers"]
    return answers[(departments >= 0.9) + 2 * (ten >= 0.9)]


def _address(flip: float, degree: float) -> str:
    """The page that shows the larger part of a spending."""
    if flip:
        return f"explore?see=clusters&{GRAPH}&epsilon={flip:g}"
    return (
        f"explore?see=centrality&{GRAPH}&mechanism=noisy_degrees&epsilon={degree:g}"
        "&centrality.score=degree"
    )


def _spending(flip: float, degree: float) -> str:
    parts = [f"edgeFlip {flip:g}"] * bool(flip) + [f"noisy degrees {degree:g}"] * bool(degree)
    return " + ".join(parts)


CHOOSE = Lesson(WORDS, measure)
