"""The records of a session: beside the values of widgets it holds these few, one of each class.

Here a person's choices and what their runs have in hand; their own file, the address, where the
stage stands, a publication and the opened views are kept by the modules that know them.

The lines of the graph menu by id: examples, an own file, real graphs, generators.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

import streamlit as st

from graphdp_core.data import DATASETS, EXAMPLES, GENERATORS, DatasetInfo, Generator, dataset
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.serving import is_demo

T = TypeVar("T")
RECORDS = "records"  # one value of the session's for all: each costs time in every run
_in_hand: ContextVar[dict[str, Any] | None] = ContextVar("records in hand", default=None)
_address: ContextVar[dict[str, str] | None] = ContextVar("address in hand", default=None)


@dataclass
class Person:
    """What somebody has chosen that no widget holds.

    Parameters
    ----------
    scenario : Scenario or None
        The choices of the sidebar, of the last run.
    marked : tuple of (str, list of int)
        The fingerprint of a graph, and the nodes that are marked in it.
    wished_mechanism, wished_page : str
        Asked for, and perhaps not there yet.
    missed : dict
        By widget: what a link asked for that it does not offer, until the person chooses.
    staying : set of str
        Words of the address that stay on all pages.
    compared : dict
        By menu: the titles that were chosen in it, where several can be.
    token : str
        A name for the session, which nobody else can guess.
    """

    scenario: Scenario | None = None
    marked: tuple[str, list[int]] = ("", [])
    wished_mechanism: str = ""
    wished_page: str = ""
    missed: dict[str, str] = field(default_factory=dict)
    staying: set[str] = field(default_factory=set)
    compared: dict[str, list[str]] = field(default_factory=dict)
    token: str = field(default_factory=lambda: secrets.token_hex(16))


@dataclass
class Runs:
    """What the runs of a session have in hand.

    Parameters
    ----------
    page : str
        The address of the page that is drawn.
    places : dict
        By name: what was drawn to be filled later in the same run.
    is_on : dict
        By label: whether a long computation is to run.
    last : dict
        By name: one thing, and the key that it was made for.
    """

    page: str = ""
    places: dict[str, st.delta_generator.DeltaGenerator] = field(default_factory=dict)
    is_on: dict[str, bool] = field(default_factory=dict)
    last: dict[str, tuple[str, Any]] = field(default_factory=dict)


def session_record(kind: Callable[[], T]) -> T:
    """The record of a class that this person's session holds; an empty one at first."""
    records = _in_hand.get()
    if records is None:
        records = st.session_state.setdefault(RECORDS, {})
    name = f"{kind.__module__}.{kind.__name__}"
    if name not in records:
        records[name] = kind()
    record: T = records[name]
    return record


@contextmanager
def records_in_hand() -> Iterator[None]:
    """Look up records and address once for what is drawn here: Streamlit takes its time."""
    before = _in_hand.set(st.session_state.setdefault(RECORDS, {}))
    address_before = _address.set(st.query_params.to_dict())
    try:
        yield
    finally:
        _in_hand.reset(before)
        _address.reset(address_before)


def in_address(key: str) -> str:
    """What the address says under a key; "" for nothing."""
    words = _address.get()
    return (st.query_params if words is None else words).get(key, "")


def set_in_address(key: str, words: str) -> None:
    """Let the address say these words under a key, "" for nothing."""
    if words:
        st.query_params[key] = words
    else:
        st.query_params.pop(key, None)
    if (in_hand := _address.get()) is not None:
        in_hand[key] = words


UPLOAD = "Your own file…"
UPLOAD_ID = "upload"
FIRST = EXAMPLES[0].id
BEST_KNOWN = "karate"


def graph_lines() -> dict[str, str]:
    """The lines of everything that a link can ask for, by id; the first is what is usual.

    What is known best and what is one's own follow it. A demo takes no file, and offers what comes
    with the package alone.
    """
    usual, *others = EXAMPLES
    return {
        usual.id: usual.title,
        BEST_KNOWN: label_of(dataset(BEST_KNOWN)),
        **({} if is_demo() else {UPLOAD_ID: UPLOAD}),
        **{example.id: example.title for example in others},
        **{info.id: label_of(info) for info in published()},
        **{made.id: line_of(made) for made in GENERATORS},
    }


def published() -> tuple[DatasetInfo, ...]:
    """The published graphs that are offered: in a demo those that come with the package."""
    return tuple(info for info in DATASETS if info.bundled or not is_demo())


def label_of(info: DatasetInfo) -> str:
    """A data set's line in the menu."""
    return f"{info.title} ({info.n:,} nodes)"


def line_of(made: type[Generator]) -> str:
    """A generator's line in the menu."""
    return f"Made: {made.title}"
