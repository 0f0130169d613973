"""What a lesson is: its words, one prediction, one control, and what measures its reveal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphdp_core.stored import table

__all__ = ["Lesson", "words_of"]

FOLDER = Path(__file__).with_name("words")
EPSILON = "privacy loss ε: less private to the right"


def words_of(id: str) -> dict[str, Any]:
    """All words of a lesson, whole: what its file leaves out is as usual.

    A file says: `title`, `minutes` (at most four), the opening `question`, and the `story`; what
    just `happened` in two sentences, where `**` marks what is stressed; the `misconception` that
    is crossed out, and the `takeaway`; three questions of a `discussion` with what is `expected`.

    - ``prediction``: what is guessed on the axes of the reveal. `kind` is "point" (a place on the
      horizontal axis), "line" (a height at each place of `at`), "counts" (a height for each of
      `names`) or "bet" (one of `names`); `start` is the guess before anything was moved, `shy` are
      ready guesses, `asks_about` names the curve that it is compared with, `step` is that of an
      arrow key, in units of the axis; `epsilons` are the numbers at a horizontal axis of epsilon.
    - ``control``: the one thing that is moved, with what to try, and the app's address at each
      stop; or `epsilons` and an `address` that lacks epsilon alone.
    - ``exercise``: a number to find, right within the share `tolerance`; `hints` answer the wrong
      ones from `low` to `high`.
    - ``poll``: a question to a class about itself, in place of the prediction.
    - ``said``: words of what is measured.
    """
    file = table(FOLDER / f"{id}.toml")
    prediction: dict[str, Any] = {
        "horizontal": None, "at": [], "names": [], "asks_about": "", "step": 0.05,
        "least_wins": False, **file["prediction"],
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
    """One lesson.

    Parameters
    ----------
    words : mapping
        Of :func:`words_of`. Every text may name measured figures: ``{figure}``.
    measure : callable
        From a number of draws to the measured part: see :mod:`.measured`.
    """

    words: Mapping[str, Any]
    measure: Callable[[int], dict[str, Any]] = field(repr=False)

    @property
    def id(self) -> str:
        """From "L0" to "L7"."""
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
        """The whole lesson for the screen: the words with their figures, and what was measured.

        Parameters
        ----------
        measured : mapping
            What `measure` returned, or what is stored of it.

        Returns
        -------
        dict
            Of text, numbers, lists and dicts alone.
        """
        words = {name: said for name, said in self.words.items() if name != "said"}
        filled: dict[str, Any] = _filled(words, measured["figures"])
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
