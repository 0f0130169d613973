"""A lesson in one file: it opens anywhere, asks for nothing and works by keyboard."""

from __future__ import annotations

from graphdp_core.lessons import document
from graphdp_core.markup import safe_text
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.web.pages import page, script, style

__all__ = ["lesson_html"]

STYLE = """
body { margin: 0; padding: 1.5rem clamp(1rem, 4vw, 3rem); background: var(--background); }
"""


def lesson_html(id: str) -> str:
    """A lesson with all that was measured for it, as one HTML file.

    Settings of the app are left out of it: the file knows no server.

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
    >>> text = lesson_html("L2")
    >>> "http://" in text.replace("http://www.w3.org/", ""), len(text) < 300_000
    (False, True)
    """
    lesson = {**document(id), "links": []}
    title = safe_text(lesson["question"])
    return page(
        title=f"{lesson['question']} - GraphDP",
        body=f'<main id="place"><noscript><h1>{title}</h1><p>{safe_text(lesson["happened"])}</p>'
        "</noscript></main>",
        css="".join(map(style, ("chart/chart", "stage/stage", "lesson/lesson"))) + STYLE,
        js=script("lesson/alone"),
        data={"lesson": lesson, "themes": themes_by_name()},
    )
