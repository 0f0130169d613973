"""What a lesson is: words, one prediction, one control, and what is measured for its reveal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

__all__ = [
    "Axis", "Control", "Exercise", "Hint", "Lesson", "Link", "Poll", "Prediction", "Shy",
    "epsilon_axis", "epsilon_control",
]  # fmt: skip


@dataclass(frozen=True)
class Axis:
    """One axis of the picture on which is predicted and revealed.

    Parameters
    ----------
    label : str
    ticks : tuple of (float, str)
        Where a word or number stands, from the lowest to the highest value of the axis.
    log : bool
        Whether equal steps multiply.
    """

    label: str
    ticks: tuple[tuple[float, str], ...]
    log: bool = False


def epsilon_axis(*at: float) -> Axis:
    """The axis of epsilon, with its numbers at these places."""
    ticks = tuple((epsilon, f"{epsilon:g}") for epsilon in at)
    return Axis("privacy loss ε: less private to the right", ticks, log=True)


@dataclass(frozen=True)
class Shy:
    """A ready guess for who does not want to draw one."""

    text: str
    guess: tuple[float, ...]


@dataclass(frozen=True)
class Prediction:
    """What is guessed, on the axes of the reveal.

    Parameters
    ----------
    kind : {"point", "line", "counts", "bet"}
        One place on the horizontal axis; a height at each place of `at`; a height for each of
        `names`; or one of `names`.
    prompt : str
        What is asked.
    vertical : Axis
    horizontal : Axis or None
        None for counts and bets, whose places are the names.
    at : tuple of float
        Where the heights of a line are drawn.
    names : tuple of str
        What is counted or bet on.
    start : tuple of float
        The guess before anything was moved.
    shy : tuple of Shy
        Three ready guesses.
    asks_about : str
        Name of the curve, or of the bars' group, with which the guess is compared.
    step : float
        Of one press of an arrow key, in units of the axis; a share on a logarithmic one.
    least_wins : bool
        Whether the shortest bar wins a bet.
    """

    kind: Literal["point", "line", "counts", "bet"]
    prompt: str
    vertical: Axis
    start: tuple[float, ...]
    shy: tuple[Shy, ...]
    horizontal: Axis | None = None
    at: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    asks_about: str = ""
    step: float = 0.05
    least_wins: bool = False


@dataclass(frozen=True)
class Control:
    """The one thing that can be moved before the reveal.

    Parameters
    ----------
    label : str
    stops : tuple of str
        Words of its positions.
    start : int
        The position it has first.
    prompt : str
        What to try.
    addresses : tuple of str
        Where each stop opens in the app: page and query.
    kind : {"slider", "choice"}
    """

    label: str
    stops: tuple[str, ...]
    start: int
    prompt: str
    addresses: tuple[str, ...]
    kind: Literal["slider", "choice"] = "slider"


def epsilon_control(stops: Sequence[float], *, start: int, prompt: str, address: str) -> Control:
    """A slider of epsilon, first at the stop numbered `start`; `address` lacks epsilon alone."""
    words = tuple(f"{epsilon:g}" for epsilon in stops)
    return Control("ε", words, start, prompt, tuple(f"{address}&epsilon={at}" for at in words))


@dataclass(frozen=True)
class Hint:
    """What is said to an answer from `low` to `high`: it names the misconception behind it."""

    low: float
    high: float
    text: str


@dataclass(frozen=True)
class Exercise:
    """A number to find, checked by code.

    Parameters
    ----------
    prompt : str
    unit : str
        What stands before the field, such as "ε =".
    tolerance : float
        An answer is right within this share of the measured one, either way.
    right : str
        Said to a right answer.
    low, high : float
        An answer outside of them is sent back with the allowed values.
    hints : tuple of Hint
        For wrong ones; the first that fits is said, and where none does, which way to go.
    """

    prompt: str
    unit: str
    tolerance: float
    right: str
    hints: tuple[Hint, ...]
    low: float = 0.0
    high: float = 20.0


@dataclass(frozen=True)
class Link:
    """A setting of the app: words and the page's address."""

    text: str
    address: str


@dataclass(frozen=True)
class Poll:
    """A question to a class about itself, in place of the prediction; phones answer by a coin.

    Parameters
    ----------
    question, yes, no : str
    story, happened : str
        What stands in the lesson's place while the class itself is asked.
    epsilon : float
        Of the coin, where the room names none.
    """

    question: str
    yes: str
    no: str
    story: str
    happened: str
    epsilon: float = 1.0


@dataclass(frozen=True)
class Lesson:
    """One lesson of at most four minutes. Every text may name measured figures: ``{figure}``.

    Parameters
    ----------
    id : str
        "L0" to "L7".
    title, question, story : str
        Its name, the opening question, and who is who in it.
    minutes : float
    prediction : Prediction
    control : Control
    happened : str
        What just happened, in two sentences; ``**`` marks what is stressed.
    misconception : str
        What people believe before, crossed out on the screen.
    takeaway : str
    exercise : Exercise
    links : tuple of Link
        Settings of the app that continue the lesson.
    discussion : tuple of str
        Three questions for a class.
    expected : tuple of str
        What a class says, for the teacher: as many as there are questions.
    measure : callable
        From a number of draws to the measured part: see :mod:`.measured`.
    poll : Poll or None
        For a class with phones.
    """

    id: str
    title: str
    minutes: float
    question: str
    story: str
    prediction: Prediction
    control: Control
    happened: str
    misconception: str
    takeaway: str
    exercise: Exercise
    links: tuple[Link, ...]
    discussion: tuple[str, ...]
    expected: tuple[str, ...]
    measure: Callable[[int], dict[str, Any]] = field(repr=False)
    poll: Poll | None = None

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
        words = asdict(self)
        del words["measure"]
        filled: dict[str, Any] = _filled(words, measured["figures"])
        for name in ("stops", "addresses"):  # positions of the control that follow from measuring
            if name in measured:
                filled["control"][name] = measured[name]
        return {**filled, "measured": _filled(dict(measured), {})}


def _unbroken(text: str) -> str:
    """The same with "ε = 2" and its kind kept on one line."""
    return text.replace("ε = ", "ε\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")


def _filled(value: Any, figures: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        return _unbroken(value.format(**figures) if "{" in value else value)
    if isinstance(value, dict):
        return {key: _filled(item, figures) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(item, figures) for item in value]
    return value
