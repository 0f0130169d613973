"""Ids in the page's address: what a link asks for, and what the address says of a choice.

A menu shows titles, which may be reworded; its address carries ids, which stay. Links made when
addresses carried titles are understood, and so are ids that mechanisms had before.

Parts of a page that are drawn again alone, each of its page only.

Streamlit names a part by its function and its place. Two pages that have the same part at the same
place would share the name: a request that a page's timer has sent just before another page was
opened would then run there, as the page before, and take that page's elements away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec

import streamlit as st

from graphdp_core.data import GENERATORS
from graphdp_core.mechanisms import MECHANISMS
from pages.ground import streamlit_internals
from pages.ground.records import Person, in_address, session_record, set_in_address
from pages.session import address_words, session

_behind: ContextVar[bool] = ContextVar("behind all pages", default=False)


@dataclass
class Menus:
    """What the address and the menus have told one another.

    Parameters
    ----------
    written : dict
        By menu: what was read from or written to the address. An echo of it asks for nothing.
    followed : set of str
        Switches that a link was asked about.
    said, sent : set of str
        Menus whose value this run has set, and those whose value the browser has.
    """

    written: dict[str, set[str]] = field(default_factory=dict)
    followed: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)


@contextmanager
def behind_pages() -> Iterator[None]:
    """What is drawn here stands beside all pages: its words of the address stay on them."""
    before = _behind.set(True)
    try:
        yield
    finally:
        _behind.reset(before)


OLD_NAMES: dict[str, dict[str, str]] = {
    "mechanism": {old: kind.id for kind in MECHANISMS for old in kind.stands_in_for},
    "graph": {made.title: made.id for made in GENERATORS},
    "analysis": {},
    "metric": {"crumbs_private": "singletons_and_pairs"},
    "status": {"open": "closed"},
}
"""By the last word of the key: former ids and former titles, and the ids that they have now."""


def title_of(key: str, name: str, titles: Mapping[str, str]) -> str | None:
    """The title that a link's `name` stands for: an id, a title, or a former one of both.

    Parameters
    ----------
    key : str
        Of the menu, and in the address.
    name : str
        What the link says.
    titles : mapping
        Titles by id.

    Examples
    --------
    >>> title_of("mechanism", "edge_flip", {"edge_flip": "edgeFlip"})
    'edgeFlip'
    >>> title_of("mechanism", "edgeFlip", {"edge_flip": "edgeFlip"})
    'edgeFlip'
    >>> title_of("mechanism", "nothing", {"edge_flip": "edgeFlip"}) is None
    True
    """
    name = OLD_NAMES.get(key.rpartition(".")[2], {}).get(name, name)
    return titles.get(name, name if name in titles.values() else None)


def follow_link(key: str, titles: Mapping[str, str], *, default: str = "") -> str:
    """Let the menu `key` show what the address asks for; call before the menu is drawn.

    A menu that stands on the page follows only what is new: an address that is late is an echo.
    After Back it follows in any case, and shows the `default`, or the first of the titles, where
    the address has no word.

    Returns
    -------
    str
        What the address asks for that does not exist, until the user chooses (:func:`chosen`);
        "" if nothing.
    """
    if streamlit_internals.follows_history():
        _forget(key)
        st.session_state[key] = titles.get(default) or next(iter(titles.values()))
    asked = in_address(key)
    if asked and (asked not in _written(key) or key not in st.session_state):
        _written(key).add(asked)
        title = title_of(key, asked, titles)
        if title is None:
            session.miss_param(key, asked)
        else:
            st.session_state[key] = title
    _say_until_told(key)
    return session.missed_param(key)


def follow_links(key: str, titles: Mapping[str, str]) -> list[str]:
    """The same for a menu of which several lines may be chosen; what of it does not exist."""
    if streamlit_internals.follows_history():
        _forget(key)
        st.session_state[key] = []
    asked = in_address(key)
    names = [name for name in asked.split(",") if name]
    if asked and (asked not in _written(key) or key not in st.session_state):
        _written(key).add(asked)
        st.session_state[key] = [titles[name] for name in names if name in titles]
        session.miss_param(key, ",".join(n for n in names if n not in titles))
    elif gone := [t for t in st.session_state.get(key, ()) if t not in titles.values()]:
        st.session_state[key] = [t for t in st.session_state[key] if t not in gone]
    _say_until_told(key)
    return [name for name in session.missed_param(key).split(",") if name]


def follow_switch(key: str, is_on: bool) -> bool:
    """What a link, when it is opened, or a step back says of a switch that is no widget.

    Else as it was; the address follows. What a link says that is neither on nor off is remembered
    until the switch is on, see :func:`pages.session.session.missed_param`.
    """
    followed = session_record(Menus).followed
    is_first = key not in followed
    followed.add(key)
    if streamlit_internals.follows_history() or (is_first and key in st.query_params):
        said = in_address(key)
        is_on = said == "1"
        session.miss_param(key, said.strip("01"))
    if is_on:
        session.clear_unknown_param(key)
    _write(key, "1" if is_on else "")
    return is_on


def note_word(key: str) -> None:
    """Note whose word of the address this is: one from behind the pages stays on all of them."""
    staying = session_record(Person).staying
    (staying.add if _behind.get() else staying.discard)(key)


def rename(old: str, key: str) -> None:
    """Read a link that says `old` as one that says `key`; call before the menu is drawn."""
    if said := in_address(old):
        set_in_address(old, "")
        set_in_address(key, in_address(key) or said)


def chosen(key: str, title: str, titles: Mapping[str, str], *, default: str = "") -> None:
    """Write the choice into the address, as an id; the default needs no word.

    `default` is the id of what a link without a word shows, "" for the first of the titles.
    """
    ids = {shown: id for id, shown in titles.items()}
    usual = titles.get(default, next(iter(titles.values()), title))
    id = "" if title == usual else ids.get(title, "")
    _write(key, id)


def chosen_all(key: str, chosen: Sequence[str], titles: Mapping[str, str]) -> None:
    """Write the titles chosen in such a menu into the address, as ids; none needs no word."""
    ids = ",".join(id for id, title in titles.items() if title in chosen)
    _write(key, ids)


def _write(key: str, words: str) -> None:
    """Let the address say these words of a menu, or nothing, and know them for our own."""
    note_word(key)
    if words:
        _written(key).add(words)
    address_words.write(key, words)


def menus_are_sent() -> None:
    """The page was drawn to its end: the browser has what the menus show."""
    menus = session_record(Menus)
    menus.sent |= menus.said
    menus.said = set()


def _say_until_told(key: str) -> None:
    """Let a menu show what was set until a run has come to its end; before the menu is drawn.

    A run that begins drops what the one before it has not yet sent: a value that was set there
    would be lost with it.
    """
    if key in st.session_state and key not in session_record(Menus).sent:
        st.session_state[key] = st.session_state[key]
        session_record(Menus).said.add(key)


def _forget(key: str) -> None:
    """Let the address alone decide what a menu shows: nothing that was chosen since counts."""
    menus, person = session_record(Menus), session_record(Person)
    for kept in (menus.written, person.missed, person.compared):
        kept.pop(key, None)
    if key == "mechanism":
        person.wished_mechanism = ""
    menus.sent.discard(key)


def _written(key: str) -> set[str]:
    """What this session has read from or written to the address."""
    return session_record(Menus).written.setdefault(key, set())


P = ParamSpec("P")


def of_page(*, run_every: float | None = None) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Let a function draw a part of the page that can be drawn again alone.

    Parameters
    ----------
    run_every : float, optional
        Seconds after which it is drawn again by itself.
    """

    def decorate(draw: Callable[P, None]) -> Callable[P, None]:
        @wraps(draw)
        def call(*args: P.args, **kwargs: P.kwargs) -> None:
            @wraps(draw)
            def part() -> None:
                draw(*args, **kwargs)

            part.__qualname__ = f"{draw.__qualname__} of {session.page()}"
            st.fragment(part, run_every=run_every)()

        return call

    return decorate
