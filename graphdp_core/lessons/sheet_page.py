"""The teacher's sheet of a lesson as a page to print."""

from __future__ import annotations

from graphdp_core.lessons import document
from graphdp_core.lessons.sheet import plan
from graphdp_core.markup import Markup, rendered, safe_text
from graphdp_core.web.pages import page

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
