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

MOST_BYTES = 4_000_000  # kept for one page of one person, and drawn ahead for any page
MOST_SHARED = 48_000_000  # bytes kept for everybody

Stop: TypeAlias = tuple[float, str | None]
"""An epsilon and the theme."""


@dataclass(frozen=True, eq=False)
class Kept:
    """What was drawn, and the releases that it shows."""

    drawn: Drawn
    looks: Sequence[odometer.Look]


class Shelf:
    """What was drawn for everybody's use; what was unused longest goes first.

    Parameters
    ----------
    most : int
        Bytes of messages kept.
    """

    def __init__(self, most: int = MOST_SHARED) -> None:
        self.most = most
        self._kept: OrderedDict[tuple[str, Stop], Kept] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, page: str, stop: Stop) -> Kept | None:
        """What pages that look like this one have drawn at a stop, if any has."""
        with self._lock:
            if (page, stop) in self._kept:
                self._kept.move_to_end((page, stop))
            return self._kept.get((page, stop))

    def put(self, page: str, stop: Stop, kept: Kept) -> None:
        """Keep what was drawn."""
        with self._lock:
            if (page, stop) in self._kept:
                return
            self._kept[page, stop] = kept
            self._bytes += kept.drawn.bytes
            while self._bytes > self.most:
                self._bytes -= self._kept.popitem(last=False)[1].drawn.bytes


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
    _kept: dict[Stop, Kept] = field(default_factory=dict)
    _is_current: bool = False
    _is_settled: bool = False

    def begin(self) -> None:
        """Start a run: forget everything if more than the slider was chosen since the last one."""
        if self.is_ahead:
            return
        self._is_settled = True
        self._is_current = not streamlit_internals.is_chosen_beside(*self.sliders)
        if not self._is_current:
            self._page = ""
            self._kept = {}  # what is drawn ahead just now goes with the old one

    def draw_always(self) -> None:
        """Keep nothing of this run: what it draws depends on more than what was chosen."""
        self._is_current = self._is_settled = False

    @property
    def is_settled(self) -> bool:
        """Whether the last run drew what looks the same each time: nothing is still prepared."""
        return self._is_settled

    def ahead(self) -> Replay:
        """One for drawing ahead: what it keeps, this one finds, until something else is chosen."""
        return replace(self, is_ahead=True, _is_current=True)

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
        if (kept := self._found(stop)) is not None:
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
        """Those of the stops that are not kept, as long as there is room for them."""
        found = {epsilon: self._found(_stop(epsilon)) for epsilon in epsilons}
        sizes = [kept.drawn.bytes for kept in found.values() if kept is not None]
        if sum(sizes) + max(sizes, default=0) > MOST_BYTES:
            return []
        return [epsilon for epsilon, kept in found.items() if kept is None]

    def _found(self, stop: Stop) -> Kept | None:
        if stop in self._kept or not self._page:
            return self._kept.get(stop)
        return self.shelf.get(self._page, stop)

    def _keep(self, stop: Stop, kept: Kept) -> None:
        if self._page:
            self.shelf.put(self._page, stop, kept)
        elif sum(k.drawn.bytes for k in self._kept.values()) + kept.drawn.bytes <= MOST_BYTES:
            self._kept[stop] = kept
        elif self.is_ahead:
            self._is_settled = False


def _stop(epsilon: float) -> Stop:
    return epsilon, st.context.theme.type
