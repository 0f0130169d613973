"""The teacher's sheet of a lesson as a page to print."""

from __future__ import annotations

from typing import Any

from graphdp_core.lessons import document
from graphdp_core.lessons.sheet import plan
from graphdp_core.plots.symbols import safe_text
from graphdp_core.takeaway.pages import page

__all__ = ["sheet_html"]

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
        "L0" to "L6".

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
    rows = "".join(_row(step) for step in steps)
    head = (
        f'<p class="small">Teacher\'s sheet, lesson {id[1:]} of {lesson["count"] - 1}: '
        f"{safe_text(lesson['title'])}, {whole:g} min with the discussion; "
        f"{lesson['minutes']:g} without</p>"
        f"<h1>{safe_text(lesson['question'])}</h1><p>{safe_text(lesson['story'])}</p>"
    )
    phones = (
        '<section><div class="small">with phones: 1 min more</div><div><h2>Before</h2><p>Open the '
        f"lesson with lessons?lecture={id}, then a room. Phones join by the code or the square, "
        "and guesses stand on the screen as they come. Show the truth when most have answered: "
        "from then on no guess counts. Close the room at the end.</p></div></section>"
    )
    return page(
        title=f"Teacher's sheet: {lesson['title']} - GraphDP",
        body=f"<main>{head}{phones}{rows}</main>",
        css=STYLE,
    )


def _row(step: dict[str, Any]) -> str:
    lines = "".join(f"<p>{_stressed(line)}</p>" for line in step["lines"])
    talk = "".join(
        f'<li><p>{_stressed(question)}</p><p class="small">Expected: {_stressed(expected)}</p></li>'
        for question, expected in step.get("questions", ())
    )
    return (
        f'<section><div class="small">from {_clock(step["begins"])}, for '
        f"{_clock(step['minutes'])}</div><div><h2>{safe_text(step['title'])}</h2>{lines}"
        f"{f'<ol>{talk}</ol>' if talk else ''}</div></section>"
    )


def _stressed(text: str) -> str:
    parts = safe_text(text).split("**")
    return "".join(f"<strong>{part}</strong>" if i % 2 else part for i, part in enumerate(parts))


def _clock(minutes: float) -> str:
    seconds = 5 * round(12 * minutes)
    return f"{seconds // 60}:{seconds % 60:02}"
