"""What is served around every page: shortcuts, snapshots, a line when the server is gone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

from pages.ground.old_addresses import OLD
from pages.ground.widget_script import SOURCES, script

__all__ = ["presenter_script", "presenter_style"]


def presenter_script(questions: Mapping[str, str], base: str = "") -> str:
    """A script for the head of the page: it runs before the app, so that a link opens as it says.

    It keeps `present=1` and `hide=1` in the address whatever the app writes there, and hears keys
    before the app does; the server is not asked.

    Parameters
    ----------
    questions : mapping of str to str
        By a page's address, what a class is asked while the private side is hidden; "" for a page
        without one. The first page also lies at the server's own address.
    base : str
        Below which the server's pages lie, without slashes around it.
    """
    first = next(iter(questions.values()), "")
    table = escape(json.dumps({"": first, **questions}, ensure_ascii=False))
    moved = {page: [now.address, now.choice] for page, now in OLD.items()}
    told = {"questions": table, "moved": escape(json.dumps(moved)), "base": escape(base)}
    attributes = " ".join(f'data-{name}="{words}"' for name, words in told.items())
    return f"<script {attributes}>(() => {{\n{script('present/main')}}})();</script>"


def presenter_style() -> str:
    """What both modes change on a page, and what lies beside it."""
    files = (
        "present/present.css", "snapshots/snapshots.css", "connection/lost.css", "guide/guide.css",
    )  # fmt: skip
    return "".join((SOURCES / file).read_text(encoding="utf-8") for file in files)
