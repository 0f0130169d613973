"""What lessons measure: draws in quantiles, pictures in small whole numbers, and their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.compare import Repeat, run_baseline, run_repeat
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.results import Result, Scores
from graphdp_core.stored import keep, kept

__all__ = ["DRAWS", "write"]

DRAWS = 50
"""Of the noise, behind every stored number."""

FOLDER = Path(__file__).parent / "stored"
SEED = 0
WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
WIDE = 1000  # a picture is so many units wide and high


def repeated(
    graph: Graph,
    mechanism: Mechanism,
    analysis: Analysis,
    *,
    epsilon: float,
    draws: int,
    baseline: Result | None = None,
) -> list[Repeat]:
    """Every draw of one comparison, the first with the noise that the app shows first."""
    known = run_baseline(graph, analysis) if baseline is None else baseline
    return [
        run_repeat(graph, mechanism, analysis, epsilon=epsilon, seed=SEED, repeat=r, baseline=known)
        for r in range(draws)
    ]


def summary(values: Iterable[float]) -> list[float]:
    """The tenth, the half and the nine tenths of the draws, to three digits."""
    return [round(float(q), 3) for q in np.quantile(list(values), (0.1, 0.5, 0.9))]


def curve(
    name: str, ink: str, at: Sequence[float], values: Callable[[float], Iterable[float]]
) -> dict[str, Any]:
    """A curve of the reveal: at every place the low, middle and high of the draws.

    Parameters
    ----------
    name : str
    ink : {"accent", "opposite", "baseline"}
        Its colour, by the visual language.
    at : sequence of float
    values : callable
        The draws at one place.
    """
    return {"name": name, "ink": ink, "points": [[x, *summary(values(x))] for x in at]}


def bar(name: str, values: Iterable[float], *, group: str = "") -> dict[str, Any]:
    """A bar of the reveal, with the low, middle and high of the draws."""
    low, middle, high = summary(values)
    return {"name": name, "group": group, "low": low, "middle": middle, "high": high}


def enough(
    at: Sequence[float], met: Callable[[float], Iterable[bool]], share: float = 0.9
) -> float:
    """The least place from which on at least `share` of the draws meet a target, to the last place.

    Raises
    ------
    Refused
        If not even the last place meets it.
    """
    least = None
    for x in sorted(at, reverse=True):
        if np.mean(list(met(x))) < share:
            break
        least = x
    if least is None:
        raise Refused(f"target of the lesson is not met at {max(at):g}, the largest place tried.")
    return least


def places(points: ArrayLike, *, box: ArrayLike | None = None) -> list[int]:
    """Points of a picture as whole numbers from 0 to 1000, x and y in turn, y downwards.

    Parameters
    ----------
    points : array_like, shape (n, 2)
    box : array_like, shape (m, 2), optional
        What the picture must hold, the points themselves by default; what lies outside is moved
        to its border.
    """
    shown = np.asarray(points, dtype=float)
    held = shown if box is None else np.asarray(box, dtype=float)
    low, high = held.min(axis=0), held.max(axis=0)
    middle, size = (low + high) / 2, float((high - low).max()) * 1.06 or 1.0
    units = np.clip((shown - middle) / size + 0.5, 0, 1) * WIDE
    units[:, 1] = WIDE - units[:, 1]
    return [int(u) for u in np.rint(units).ravel()]


def top_nodes(scores: Scores, count: int) -> list[int]:
    """The nodes on top, of ties those with the smaller numbers."""
    return [int(node) for node in np.argsort(-scores.values, kind="stable")[:count]]


def ranks(scores: Scores, true: Sequence[int], graph: Graph, who: str) -> list[dict[str, str]]:
    """A private list of the top as rows of a picture, each with whether it is in the true one."""
    return [
        {"name": f"{who} {graph.name(node)}", "mark": "kept" if node in true else "invented"}
        for node in top_nodes(scores, len(true))
    ]


def read(lesson: str) -> dict[str, Any]:
    """What is stored of one lesson.

    Raises
    ------
    Refused
        If nothing is, or what is cannot be read.
    """
    words = (
        f"nothing is stored for lesson {lesson!r}, or it cannot be read: choose another one, or "
        f"make it by 'graphdp lessons {lesson} --store'."
    )
    measurement = kept(FOLDER / f"{lesson}.json", absent=words)
    if not {"draws", "answer", "figures", "picture"} <= measurement.keys():
        raise Refused(words)
    return measurement


def number_word(count: int) -> str:
    """A count as it stands in a sentence: a word up to twelve."""
    return WORDS[count] if 0 <= count < len(WORDS) else f"{count:,}"


def write(lesson: str, measured: Mapping[str, Any]) -> Path:
    """Store what was measured for one lesson, and say where."""
    return keep(FOLDER / f"{lesson}.json", measured)
