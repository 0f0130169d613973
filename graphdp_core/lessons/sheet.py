"""The teacher's sheet of a lesson: what to do when, what a class says, what to discuss.

The teacher's sheet of a lesson as a page to print.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphdp_core.digits import epsilon_label, percent
from graphdp_core.lessons import document
from graphdp_core.lessons.answers import Grid, heard, tally
from graphdp_core.markup import Markup, rendered, safe_text
from graphdp_core.web.pages import page

__all__ = ["plan", "sheet_html"]

DISCUSS = 5.0
"""Minutes for the questions after a lesson."""

SHARES = (0.3, 0.25, 0.2, 0.25)
"""Of a lesson's minutes, for each step."""

CLASSES = (30, 100)
"""Phones for which a sheet says how sure a poll is."""


def plan(lesson: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The steps of a lesson, for its teacher.

    Parameters
    ----------
    lesson : mapping
        As :func:`graphdp_core.lessons.document` gives it.

    Returns
    -------
    list of dict
        With `title`, `begins` and `minutes` (both in minutes), and `lines`: sentences, in which
        two stars stress what stands between them. The last is the discussion, with `questions`:
        pairs of a question and what is expected.

    Examples
    --------
    >>> from graphdp_core.lessons import document
    >>> [(part["title"], part["minutes"]) for part in plan(document("L2"))][0]
    ('Ask, and let them guess', 0.9)
    """
    polls = [_poll(lesson["poll"])] if lesson["poll"] else []
    prediction, exercise = lesson["prediction"], lesson["exercise"]
    guesses = [shy["text"] for shy in prediction["shy"]]
    choices = f"The choices: {'; '.join(prediction['names'])}."
    parts = {
        "Ask, and let them guess": [
            prediction["prompt"],
            f"Common guesses: {'; '.join(guesses)}." if guesses else choices,
            *polls,
        ],
        "Try it together": [lesson["control"]["prompt"]],
        "Reveal": [
            lesson["happened"],
            f"Cross out: {lesson['misconception']}",
            f"Takeaway: {lesson['takeaway']}",
        ],
        "Exercise": [
            exercise["prompt"],
            f"Answer: {_answer(exercise['unit'], lesson['measured']['answer'])}, within "
            f"{percent(exercise['tolerance'])} of it.",
            *(f"A wrong answer hears: {hint['text']}" for hint in exercise["hints"]),
        ],
    }
    steps: list[dict[str, Any]] = []
    begins = 0.0
    for (title, lines), share in zip(parts.items(), SHARES, strict=True):
        minutes = round(share * lesson["minutes"], 2)
        steps.append({"title": title, "begins": begins, "minutes": minutes, "lines": lines})
        begins = round(begins + minutes, 2)
    questions = list(zip(lesson["discussion"], lesson["expected"], strict=True))
    last = {"title": "Discuss", "begins": begins, "minutes": DISCUSS, "lines": []}
    return [*steps, {**last, "questions": questions}]


def _poll(poll: Mapping[str, Any]) -> str:
    """What to ask in place of the prediction where there are phones, and how sure the answer is."""
    grid, epsilon, wide = Grid(1, 2, is_private=True), poll["epsilon"], []
    for number in CLASSES:
        half = tally([(0, seat % 2) for seat in range(number)], grid, epsilon)
        if tallied := heard(half, epsilon):
            wide.append(f"{50 * (tallied.high - tallied.low):.0f} points for {number} phones")
    return (
        f"With phones, ask them instead: **{poll['question']}** Each answers through a coin of "
        f"{epsilon_label(epsilon)}; the corrected share has a range of 95% of ± "
        f"{', ± '.join(wide)}."
    )


def _answer(unit: str, value: float) -> str:
    number = f"{value:.3g}"
    return f"{number}%" if unit == "%" else f"{unit} {number}"


STYLE = """
@page { size: A4; margin: 12mm 14mm; }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--background);
  max-width: 50rem; margin: 0 auto; padding: 1.2rem; }
h1 { font-size: 1.6em; line-height: 1.2; margin: .2em 0; }
h2 { font-size: 1.05em; margin: 0 0 .2em; }
p { margin: 0 0 .35em; }
.small { color: var(--muted); }
section { display: grid; grid-template-columns: 7.5em 1fr; gap: 0 1em; padding: .7em 0;
  border-top: 1px solid var(--grid); break-inside: avoid; }
li { break-inside: avoid; margin-bottom: .5em; }
ol { padding-left: 1.3em; margin: 0; }
@media print { body { font-size: 9.5pt; line-height: 1.34; padding: 0; max-width: none; }
  section { padding: .4em 0; } p { margin-bottom: .2em; } }
"""


def sheet_html(id: str) -> str:
    """Timing, expected answers and three questions for discussion, on one page of paper.

    Parameters
    ----------
    id : str
        "L0" to "L7".

    Raises
    ------
    Refused
        If there is no such lesson.

    Examples
    --------
    >>> "What a method throws away" in sheet_html("L2")
    True
    """
    lesson = document(id)
    steps = plan(lesson)
    whole = lesson["minutes"] + steps[-1]["minutes"]
    body = rendered(
        "lessons/sheet_page.html", id=id, number=id[1:], lesson=lesson, whole=whole,
        steps=[{"questions": (), **step} for step in steps], clock=_clock, stressed=_stressed,
    )  # fmt: skip
    return page(title=f"Teacher's sheet: {lesson['title']} - GraphDP", body=body, css=STYLE)


def _stressed(text: str) -> Markup:
    parts = str(safe_text(text)).split("**")
    return Markup("".join(f"<strong>{p}</strong>" if i % 2 else p for i, p in enumerate(parts)))


def _clock(minutes: float) -> str:
    seconds = 5 * round(12 * minutes)
    return f"{seconds // 60}:{seconds % 60:02}"
