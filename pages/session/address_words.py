"""The words of the address: on a page with a stage the stage writes them, elsewhere Streamlit does.

Streamlit sends the browser a whole address with each word that a run writes: that of the moment at
which the run was asked for. What has been moved, chosen or gone back to since would be lost with
it. The stage of a page therefore hears all words with its data and writes them beside its own two.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from pages.ground import streamlit_internals
from pages.ground.records import in_address, session_record, set_in_address


@dataclass
class Words:
    """The words of a page's address.

    Parameters
    ----------
    page : str or None
        Whose they are; None before the first.
    staged : bool
        Whether a stage writes them.
    run : int
        Counts the runs of pages.
    said : dict
        What the address says by now; "" for nothing.
    seen : dict
        By word: what it has said since the page was opened.
    shown : dict
        What the widgets of this run show.
    """

    page: str | None = None
    staged: bool = False
    run: int = 0
    said: dict[str, str] = field(default_factory=dict)
    seen: dict[str, set[str]] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)


def begin(page: str, *, staged: bool) -> None:
    """A run of a page begins: after another page, or a step back, the address alone counts.

    Parameters
    ----------
    page : str
        What stands after the server's address; "" for the first page.
    staged : bool
        Whether a stage writes its words.
    """
    words = session_record(Words)
    if words.page != page or streamlit_internals.follows_history():
        words.said, words.seen = {}, {}
    words.page, words.staged, words.shown = page, staged, {}
    words.run += 1


def are_staged() -> bool:
    """Whether a stage stands on the page."""
    return session_record(Words).staged


def have_no_stage() -> None:
    """The page of this run asks for a graph in place of its stage: write what was to be written."""
    session_record(Words).staged = False
    for key, words in session_record(Words).said.items():
        write(key, words)


def write(key: str, words: str) -> None:
    """Let the address say these words under a key, or nothing of it (may be a callback)."""
    session_record(Words).said[key] = words
    if not session_record(Words).staged and words != in_address(key):
        set_in_address(key, words)


def show(key: str, words: str) -> None:
    """What a widget shows whose word Streamlit writes: a stage sees to it that it is there.

    It may be lost where Streamlit writes it and a whole address in the same moment.
    """
    session_record(Words).shown[key] = words


def said(key: str) -> str:
    """What the address says by now; "" for nothing."""
    said = session_record(Words).said
    return said[key] if key in said else in_address(key)


def query() -> dict[str, str]:
    """All that it says by now."""
    words = {**st.query_params.to_dict(), **session_record(Words).said}
    return {key: word for key, word in words.items() if word}


def of_page() -> dict[str, object]:
    """What a stage is told: whose words they are, and the words; "" for those to leave out."""
    words = session_record(Words)
    return {"page": words.page, "words": {**words.shown, **words.said}, "run": words.run}


def news(key: str) -> str:
    """What the address says for the first time since the page was opened; else "".

    The browser hands on an address of before with requests that come after it.
    """
    words = in_address(key)
    if words in session_record(Words).seen.get(key, ()):
        return ""
    seen(key, words)
    return words


def seen(key: str, words: str) -> None:
    """To hear these words from the address is no news any more."""
    session_record(Words).seen.setdefault(key, set()).add(words)
