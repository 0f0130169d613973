"""What a phone in a class loads: a page, its script, a lesson, and the square that leads to it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from graphdp_core.lessons import document
from graphdp_core.params import Refused
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.web.pages import data_block, theme_style
from graphdp_core.web.scripts import script, style

__all__ = ["class_page", "class_script", "lesson_text", "square"]

FOR_TEACHERS = ("discussion", "expected")
LONGEST = 200  # characters of an address


@cache
def class_page() -> str:
    """The page without any lesson: its script asks for the code."""
    parts = ("chart/chart", "stage/stage", "lesson/lesson", "class/class")
    sheets = theme_style() + "".join(map(style, parts))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>With a class - GraphDP</title>\n<style>\n{sheets}</style>\n</head>\n<body>\n"
        '<main id="place"><noscript>This page needs JavaScript.</noscript></main>\n'
        f"{data_block({'themes': themes_by_name()})}"
        '<script type="module" src="_graphdp/class/phone.js"></script>\n</body>\n</html>\n'
    )


@cache
def class_script() -> str:
    """The page's script, joined."""
    return script("class/main")


@cache
def lesson_text(id: str) -> str:
    """A lesson with its measurements, as JSON.

    Raises
    ------
    Refused
        If there is no such lesson.
    """
    for_pupils = {key: value for key, value in document(id).items() if key not in FOR_TEACHERS}
    return json.dumps(for_pupils, separators=(",", ":"))


def square(address: str) -> dict[str, Any]:
    """The QR code of an address: its size with the margin, and the path of its dark modules.

    Raises
    ------
    Refused
        If it is no address of a page, or a long one.

    Examples
    --------
    >>> square("http://localhost:8501/class#HTKWM")["size"]
    37
    """
    import segno

    if not address.startswith(("http://", "https://")) or len(address) > LONGEST:
        raise Refused(
            f"address must begin with http:// or https:// and have at most {LONGEST} characters: "
            "load the page anew."
        )
    code = segno.make_qr(address, error="m")
    border = 4
    runs = [
        f"M{x + border} {y + border}.5h1"
        for y, row in enumerate(code.matrix)
        for x, dark in enumerate(row)
        if dark
    ]
    return {"size": code.symbol_size(border=border)[0], "path": "".join(runs)}
