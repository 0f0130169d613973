"""The teacher's sheet of a lesson: what to do when, what a class says, what to discuss.

The teacher's sheet of a lesson as a page to print.

A lesson in one file: it opens anywhere, asks for nothing and works by keyboard.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from graphdp_core.digits import epsilon_label, percent
from graphdp_core.lessons import DISCUSS, PHONES, document
from graphdp_core.lessons.answers import Grid, heard, tally
from graphdp_core.markup import rendered, safe_text
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.web.pages import page, script, style

SHARES = (0.3, 0.25, 0.2, 0.25)
"""Of a lesson's minutes, for each step."""

CLASSES = (30, 100)
"""Phones for which a sheet says how sure a poll is."""


def plan(lesson: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The steps of a lesson, for its teacher."""
    prediction, exercise = lesson["prediction"], lesson["exercise"]
    guesses = [shy["text"] for shy in prediction["shy"]]
    choices = f"The choices: {'; '.join(prediction['names'])}."
    parts = {
        "Ask, and let them guess": [
            prediction["prompt"],
            f"Common guesses: {'; '.join(guesses)}." if guesses else choices,
            *([_poll(lesson["poll"])] if lesson["poll"] else []),
        ],
        "Try it together": [lesson["control"]["prompt"]],
        "Reveal": [
            lesson["happened"], f"Cross out: {lesson['misconception']}",
            f"Takeaway: {lesson['takeaway']}",
        ],
        "Exercise": [
            exercise["prompt"],
            f"Answer: {_answer(exercise['unit'], lesson['measured']['answer'])}, within "
            f"{percent(exercise['tolerance'])} of it.",
            *(f"A wrong answer hears: {hint['text']}" for hint in exercise["hints"]),
        ],
    }  # fmt: skip
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


STYLE = Path(__file__).with_name("sheet.css").read_text("utf-8")


def sheet_html(id: str) -> str:
    """Timing, expected answers and three questions for discussion, on one page of paper.

    Parameters
    ----------
    id : str
        "L0" to "L8".
    """
    lesson = document(id)
    steps = plan(lesson)
    body = rendered(
        "lessons/sheet_page.html", id=id, number=int(id[1:]) + 1, lesson=lesson,
        steps=[{"questions": (), **step} for step in steps], clock=_clock, stressed=_stressed,
        phones=PHONES, discuss=DISCUSS,
    )  # fmt: skip
    return page(title=f"Teacher's sheet: {lesson['title']} - GraphDP", body=body, css=STYLE)


def _stressed(text: str) -> Markup:
    parts = str(safe_text(text)).split("**")
    return Markup("".join(f"<strong>{p}</strong>" if i % 2 else p for i, p in enumerate(parts)))


def _clock(minutes: float) -> str:
    seconds = 5 * round(12 * minutes)
    return f"{seconds // 60}:{seconds % 60:02}"


ALONE = """
body { margin: 0; padding: 1.5rem clamp(1rem, 4vw, 3rem); background: var(--background); }
"""


def lesson_html(id: str) -> str:
    """A lesson with all that was measured for it, as one HTML file.

    Settings of the app are left out of it: the file knows no server.

    Parameters
    ----------
    id : str
        "L0" to "L8".
    """
    lesson = {**document(id), "links": []}
    title = safe_text(lesson["question"])
    return page(
        title=f"{lesson['question']} - GraphDP",
        body=f'<main id="place"><noscript><h1>{title}</h1><p>{safe_text(lesson["happened"])}</p>'
        "</noscript></main>",
        css="".join(map(style, ("chart/chart", "stage/stage", "lesson/lesson"))) + ALONE,
        js=script("lesson/alone"),
        data={"lesson": lesson, "themes": themes_by_name()},
    )
