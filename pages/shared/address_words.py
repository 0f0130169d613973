"""The words of the address: on a page with a stage the stage writes them, elsewhere Streamlit does.

Streamlit sends the browser a whole address with each word that a run writes: that of the moment at
which the run was asked for. What has been moved, chosen or gone back to since would be lost with
it. The stage of a page therefore hears all words with its data and writes them beside its own two.
"""

from __future__ import annotations

import streamlit as st

from pages.shared import session, streamlit_internals

__all__ = ["begin", "have_no_stage", "news", "of_page", "query", "said", "seen", "show", "write"]

SAID, SEEN = "words of this page's address", "words that this page's address had"
PAGE, STAGED = "page of these words", "a stage writes the words"
RUN = "number of the run"
SHOWN = "words that widgets of this run show"


def begin(page: str, *, staged: bool) -> None:
    """A run of a page begins: after another page, or a step back, the address alone counts.

    Parameters
    ----------
    page : str
        What stands after the server's address; "" for the first page.
    staged : bool
        Whether a stage writes its words.
    """
    if session.stored(PAGE) != page or streamlit_internals.follows_history():
        session.store(SAID, {})
        session.store(SEEN, {})
    session.store(PAGE, page)
    session.store(RUN, (session.stored(RUN) or 0) + 1)
    session.store(STAGED, staged)
    session.store(SHOWN, {})


def have_no_stage() -> None:
    """The page of this run asks for a graph in place of its stage: write what was to be written."""
    session.store(STAGED, False)
    for key, words in _said().items():
        write(key, words)


def write(key: str, words: str) -> None:
    """Let the address say these words under a key, or nothing of it (may be a callback)."""
    session.store(SAID, {**_said(), key: words})
    if session.stored(STAGED) or words == st.query_params.get(key, ""):
        return
    if words:
        st.query_params[key] = words
    else:
        del st.query_params[key]


def show(key: str, words: str) -> None:
    """What a widget shows whose word Streamlit writes: a stage sees to it that it is there.

    It may be lost where Streamlit writes it and a whole address in the same moment.
    """
    session.store(SHOWN, {**(session.stored(SHOWN) or {}), key: words})


def said(key: str) -> str:
    """What the address says by now; "" for nothing."""
    return _said().get(key, st.query_params.get(key, ""))


def query() -> dict[str, str]:
    """All that it says by now."""
    words = {**st.query_params.to_dict(), **_said()}
    return {key: word for key, word in words.items() if word}


def of_page() -> dict[str, object]:
    """What a stage is told: whose words they are, and the words; "" for those to leave out."""
    words = {**(session.stored(SHOWN) or {}), **_said()}
    return {"page": session.stored(PAGE), "words": words, "run": session.stored(RUN)}


def news(key: str) -> str:
    """What the address says for the first time since the page was opened; else "".

    The browser hands on an address of before with requests that come after it.
    """
    words = st.query_params.get(key, "")
    if words in _seen().get(key, ()):
        return ""
    seen(key, words)
    return words


def seen(key: str, words: str) -> None:
    """To hear these words from the address is no news any more."""
    session.store(SEEN, {**_seen(), key: (*_seen().get(key, ()), words)})


def _said() -> dict[str, str]:
    words: dict[str, str] = session.stored(SAID) or {}
    return words


def _seen() -> dict[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = session.stored(SEEN) or {}
    return words
