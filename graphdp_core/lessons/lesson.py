"""What a lesson is: its words, one prediction, one control, and what measures its reveal.

What lessons measure: draws in quantiles, pictures in small whole numbers, and their files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.arrays import Floats, Ints
from graphdp_core.experiment.compare import Repeat, run_baseline, run_repeat
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.results import Scores
from graphdp_core.stored import keep, kept, table

WORDS_FOLDER = Path(__file__).with_name("words")
EPSILON = "privacy loss ε: less private to the right"


def words_of(id: str) -> dict[str, Any]:
    """All words of a lesson, whole: what its file leaves out is as usual.

    A file says: `title`, `minutes` (at most four), the opening `question`, and the `story`; what
    just `happened` in two sentences, where `**` marks what is stressed; the `misconception` that
    is crossed out, and the `takeaway`; three questions of a `discussion` with what is `expected`.

    - ``prediction``: what is guessed on the axes of the reveal. `kind` is "point" (a place on the
      horizontal axis), "line" (a height at each place of `at`), "counts" (a height for each of
      `names`) or "bet" (one of `names`, under each promise of `under`); `start` is the guess
      before anything was moved, `shy` are ready guesses, `asks_about` names the curve that it is
      compared with, `step` is that of an arrow key, in units of the axis; `epsilons` are the
      numbers at a horizontal axis of epsilon.
    - ``control``: the one thing that is moved, with what to try, and the app's address at each
      stop; or `epsilons` and an `address` that lacks epsilon alone.
    - ``exercise``: a number to find, right within the share `tolerance`; `hints` answer the wrong
      ones from `low` to `high`.
    - ``poll``: a question to a class about itself, in place of the prediction.
    - ``said``: words of what is measured; ``graph``: what it is measured on, for a shared card.
    """
    file = table(WORDS_FOLDER / f"{id}.toml")
    prediction: dict[str, Any] = {
        "horizontal": None, "at": [], "names": [], "asks_about": "", "step": 0.05,
        "least_wins": False, "under": [], **file["prediction"],
    }  # fmt: skip
    prediction["vertical"] = {"log": False, **prediction["vertical"]}
    if at := prediction.pop("epsilons", None):
        ticks = [[epsilon, f"{epsilon:g}"] for epsilon in at]
        prediction["horizontal"] = {"label": EPSILON, "ticks": ticks, "log": True}
    control: dict[str, Any] = {"label": "ε", "kind": "slider", **file["control"]}
    if "epsilons" in control:
        control["stops"] = [f"{epsilon:g}" for epsilon in control.pop("epsilons")]
        address = control.pop("address")
        control["addresses"] = [f"{address}&epsilon={at}" for at in control["stops"]]
    exercise = {"low": 0.0, "high": 20.0, **file["exercise"]}
    return {
        "poll": None, **file, "prediction": prediction, "control": control, "exercise": exercise,
    }  # fmt: skip


@dataclass(frozen=True)
class Lesson:
    """One lesson."""

    words: Mapping[str, Any]
    measure: Callable[[int], dict[str, Any]] = field(repr=False)

    @property
    def id(self) -> str:
        """From "L0" to "L8"."""
        return str(self.words["id"])

    @property
    def title(self) -> str:
        """Its name."""
        return str(self.words["title"])

    @property
    def poll(self) -> Mapping[str, Any] | None:
        """The question to a class with phones, where there is one."""
        poll: Mapping[str, Any] | None = self.words["poll"]
        return poll

    def document(self, measured: Mapping[str, Any]) -> dict[str, Any]:
        """The whole lesson for the screen: the words with their figures, and what was measured."""
        words = {name: said for name, said in self.words.items() if name != "said"}
        filled: dict[str, Any] = _filled(words, {**measured, **measured["figures"]})
        for name in ("stops", "addresses"):  # positions of the control that follow from measuring
            if name in measured:
                filled["control"][name] = measured[name]
        return {**filled, "measured": _filled(measured, {})}


def _filled(value: Any, figures: Mapping[str, Any]) -> Any:
    """The same with figures for their names, and "ε = 2" and its kind kept on one line."""
    if isinstance(value, str):
        text = value.format(**figures) if "{" in value else value
        return text.replace("ε = ", "ε\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
    if isinstance(value, Mapping):
        return {key: _filled(item, figures) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(item, figures) for item in value]
    return value


DRAWS = 50
"""Of the noise, behind every stored number."""

FOLDER = Path(__file__).parent / "stored"
SEED = 0
WIDE = 1000  # a picture is so many units wide and high


class Draws:
    """Every draw of one analysis on one graph, the first with the noise that the app shows first.

    Releases are those of other draws where these are given: one release read twice.
    """

    def __init__(self, graph: Graph, analysis: Analysis, count: int, of: Draws | None = None):
        self.graph, self.analysis, self.count, self._of = graph, analysis, count, of
        self.baseline: Any = run_baseline(graph, analysis)
        self._kept: dict[tuple[Mechanism, float], list[Repeat[Any]]] = {}

    def drawn(self, mechanism: Mechanism, epsilon: float) -> list[Repeat[Any]]:
        """All that are made with a mechanism at an epsilon; they are kept."""
        if (mechanism, epsilon) not in self._kept:
            asked: dict[str, Any] = {"epsilon": epsilon, "seed": SEED, "baseline": self.baseline}
            named = (
                [{"repeat": number} for number in range(self.count)]
                if self._of is None
                else [{"release": one.release} for one in self._of.drawn(mechanism, epsilon)]
            )
            self._kept[mechanism, epsilon] = [
                run_repeat(self.graph, mechanism, self.analysis, **asked, **more) for more in named
            ]
        return self._kept[mechanism, epsilon]

    def metric(self, name: str, mechanism: Mechanism, epsilon: float) -> Floats:
        """One number of each draw, shape (draws,)."""
        return np.array([repeat.metrics[name] for repeat in self.drawn(mechanism, epsilon)])


def measured(
    draws: int,
    *,
    answer: float,
    figures: Mapping[str, Any],
    readings: Sequence[str],
    panels: Sequence[Mapping[str, Any]],
    **more: Any,
) -> dict[str, Any]:
    """The measured part of a lesson: its reveal, the exercise's answer, and what is tried."""
    picture = {"readings": list(readings), "panels": list(panels)}
    return {"draws": draws, **more, "answer": answer, "figures": figures, "picture": picture}


def summary(values: Iterable[float]) -> list[float]:
    """The tenth, the half and the nine tenths of the draws, to three digits."""
    return [round(float(q), 3) for q in np.quantile(list(values), (0.1, 0.5, 0.9))]


def curve(
    name: str, ink: str, at: Sequence[float], values: Callable[[float], Iterable[float]]
) -> dict[str, Any]:
    """A curve of the reveal: at every place the low, middle and high of the draws."""
    return {"name": name, "ink": ink, "points": [[x, *summary(values(x))] for x in at]}


def bar(name: str, values: Iterable[float], *, group: str = "") -> dict[str, Any]:
    """A bar of the reveal, with the low, middle and high of the draws."""
    low, middle, high = summary(values)
    return {"name": name, "group": group, "low": low, "middle": middle, "high": high}


def enough(
    at: Sequence[float], met: Callable[[float], Iterable[bool]], share: float = 0.9
) -> float:
    """The least place from which on, to the last, at least `share` of the draws meet a target."""
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


def discs(classes: Ints, order: Ints | None = None) -> Floats:
    """Seats, shape (n, 2): each class is a disc with the first by `order` in its middle."""
    seats, kinds = np.empty((len(classes), 2)), np.unique(classes)
    for place, kind in enumerate(kinds):
        members = np.flatnonzero(classes == kind)
        if order is not None:
            members = members[np.argsort(order[members], kind="stable")]
        turn, seat = 2 * np.pi * place / len(kinds), np.arange(len(members))
        away, angle = np.sqrt((seat + 0.5) / len(members)), seat * np.pi * (3 - np.sqrt(5))
        seats[members] = away[:, None] * np.c_[np.cos(angle), np.sin(angle)]
        seats[members] += 1.25 * np.array([np.sin(turn), np.cos(turn)])
    return seats


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
    """What is stored of one lesson."""
    words = (
        f"nothing is stored for lesson {lesson!r}, or it cannot be read: choose another one, or "
        f"make it by 'graphdp lessons {lesson} --store'."
    )
    measurement = kept(FOLDER / f"{lesson}.json", absent=words)
    if not {"draws", "answer", "figures", "picture"} <= measurement.keys():
        raise Refused(words)
    return measurement


def write(lesson: str, measured: Mapping[str, Any]) -> Path:
    """Store what was measured for one lesson, and say where."""
    return keep(FOLDER / f"{lesson}.json", measured)
