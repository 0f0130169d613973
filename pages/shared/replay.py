"""What a stop of the slider has drawn, kept to be sent again: met again, it costs little.

What moves is decided by the slider and by all else that is on the page. As long as nothing else is
chosen, a stop looks as it did. It also does for everybody else whose page looks the same: what one
person's stops have drawn is kept for all of them, unless the graph is that person's own.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import streamlit as st

from pages.shared import drawings, odometer, streamlit_internals
from pages.shared.drawings import Drawn

__all__ = ["SHELF", "Replay", "Shelf"]

MOST_BYTES = 6_000_000  # kept for one page of one person, and drawn ahead for any page
MOST_SHARED = 48_000_000  # bytes kept for everybody
MOST_PAGES = 200  # of which anything is kept for everybody

Stop: TypeAlias = tuple[float, str | None]
"""An epsilon and the theme."""


@dataclass(frozen=True, eq=False)
class Kept:
    """What was drawn, and the releases that it shows."""

    drawn: Drawn
    looks: Sequence[odometer.Look]


class Stops:
    """What the stops of one page have drawn; what several of them show is kept once."""

    def __init__(self) -> None:
        self.bytes = 0
        self.largest = 0
        self.not_ahead: set[Stop] = set()
        self._kept: dict[Stop, Kept] = {}
        self._messages: dict[tuple[str, tuple[int, ...]], Any] = {}

    def get(self, stop: Stop) -> Kept | None:
        """What a stop has drawn, if it is there."""
        return self._kept.get(stop)

    def put(self, stop: Stop, kept: Kept) -> None:
        """Keep what was drawn."""
        if stop in self._kept:
            return
        before = self.bytes
        messages = tuple(map(self._one, kept.drawn.messages))
        self._kept[stop] = replace(kept, drawn=replace(kept.drawn, messages=messages))
        self.largest = max(self.largest, self.bytes - before)

    @property
    def is_full(self) -> bool:
        """Whether no more stops of this page are to be drawn ahead."""
        return self.bytes + self.largest > MOST_BYTES

    def _one(self, message: Any) -> Any:
        """The message that is kept in place of an equal one."""
        name = message.hash, tuple(message.metadata.delta_path)
        if name not in self._messages:
            self._messages[name] = message
            self.bytes += message.ByteSize()
        return self._messages[name]


class Shelf:
    """What was drawn for everybody's use; the page that was unused longest goes first.

    Parameters
    ----------
    most : int
        Bytes of messages kept.
    """

    def __init__(self, most: int = MOST_SHARED) -> None:
        self.most = most
        self._pages: OrderedDict[str, Stops] = OrderedDict()
        self._lock = threading.Lock()

    def stops(self, page: str) -> Stops:
        """Those of the pages that look like this one."""
        with self._lock:
            found = self._pages.setdefault(page, Stops())
            self._pages.move_to_end(page)
            self._forget()
            return found

    def put(self, page: str, stop: Stop, kept: Kept) -> None:
        """Keep what a page has drawn."""
        stops = self.stops(page)
        with self._lock:
            stops.put(stop, kept)
            self._forget()

    def _forget(self) -> None:
        while len(self._pages) > 1 and (
            len(self._pages) > MOST_PAGES
            or sum(stops.bytes for stops in self._pages.values()) > self.most
        ):
            self._pages.popitem(last=False)


SHELF = Shelf()
"""The one of this server."""


@dataclass(eq=False)
class Replay:
    """What one page has drawn at the stops of its slider.

    Parameters
    ----------
    sliders : tuple of str
        Keys of the widgets that say the stop and nothing else: no other may change what is kept.
    shelf : Shelf
    is_ahead : bool
        Whether nothing is shown: what is drawn is only kept.
    """

    sliders: tuple[str, ...]
    shelf: Shelf = SHELF
    is_ahead: bool = False
    _page: str = ""
    _own: Stops = field(default_factory=Stops)
    _is_current: bool = False
    _is_settled: bool = False
    _theme: str | None = None

    def begin(self) -> None:
        """Start a run: forget everything if more than the slider was chosen since the last one."""
        if self.is_ahead:
            return
        self._is_settled = True
        self._is_current = not streamlit_internals.is_chosen_beside(*self.sliders)
        if not self._is_current:
            self._page = ""
            self._own = Stops()  # what is drawn ahead just now goes with the old one

    def draw_always(self) -> None:
        """Keep nothing of this run: what it draws depends on more than what was chosen."""
        self._is_current = self._is_settled = False

    @property
    def is_settled(self) -> bool:
        """Whether the last run drew what looks the same each time: nothing is still prepared."""
        return self._is_settled

    def ahead(self) -> Replay:
        """One for drawing ahead: what it keeps, this one finds, until something else is chosen."""
        return replace(self, is_ahead=True, _is_current=True, _theme=st.context.theme.type)

    def give_up(self, epsilon: float) -> None:
        """Draw a stop ahead no more: what it shows, or refuses, cannot be kept."""
        self._stops.not_ahead.add((epsilon, self._theme))

    def share(self, asked: str, sent: Mapping[tuple[int, ...], Any]) -> None:
        """Use what pages that look the same have drawn, and let them use this page's.

        Parameters
        ----------
        asked : str
            Names graph, mechanism and noise.
        sent : mapping
            All that the page's script has sent to the browser, by place.
        """
        look = drawings.look_of(sent, *self.sliders)
        name = f"{asked}\n{look}".encode()
        self._page = hashlib.blake2b(name, digest_size=20).hexdigest() if look else ""

    def first(self, draw: Callable[[], None]) -> None:
        """Draw in a run of the page's whole script, of which nothing is kept."""
        self._is_settled = drawings.record(draw) is not None and self._is_settled

    def draw(self, epsilon: float, draw: Callable[[], None]) -> None:
        """Send what was drawn at this stop, or draw it."""
        stop = _stop(epsilon)
        if (kept := self._stops.get(stop)) is not None:
            if not self.is_ahead:
                odometer.look_again(kept.looks)
                drawings.send_again(kept.drawn)
            return
        with odometer.noted() as looks:
            drawn = drawings.record(draw)
        if drawn is None:
            self._is_settled = False
        elif self._is_current:
            self._keep(stop, Kept(drawn, looks))

    def missing(self, epsilons: Iterable[float]) -> list[float]:
        """Those of the stops that can be drawn ahead, as long as there is room for them."""
        stops = self._stops
        if stops.is_full:
            return []
        return [
            epsilon
            for epsilon in epsilons
            if stops.get(stop := _stop(epsilon)) is None and stop not in stops.not_ahead
        ]

    @property
    def _stops(self) -> Stops:
        return self.shelf.stops(self._page) if self._page else self._own

    def _keep(self, stop: Stop, kept: Kept) -> None:
        stops = self._stops
        if stops.is_full:
            self._is_settled = self._is_settled and not self.is_ahead
        elif self._page:
            self.shelf.put(self._page, stop, kept)
        else:
            stops.put(stop, kept)


def _stop(epsilon: float) -> Stop:
    return epsilon, st.context.theme.type
