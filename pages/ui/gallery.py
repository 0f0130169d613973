"""Everything that a menu offers, at a glance: cards in groups, with a search over all words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from pages.ui.widgets import plain

COLUMNS = 2


@dataclass(frozen=True)
class Card:
    """One thing that can be chosen: its line of the menu, and words on it.

    Parameters
    ----------
    is_open : bool
        Whether it can be chosen here.
    """

    id: str
    line: str
    title: str
    facts: str
    summary: str
    is_open: bool = True

    def fits(self, wanted: str) -> bool:
        """Whether all the words wanted are among its own."""
        words = f"{self.id} {self.title} {self.facts} {self.summary}".casefold()
        return all(word in words for word in wanted.casefold().split())


@dataclass(frozen=True)
class Group:
    """A title, what its cards have in common, and the cards."""

    title: str
    words: str
    cards: Sequence[Card]


def show(groups: Sequence[Group], take: Callable[[Card], None], wanted: str, *, key: str) -> None:
    """Draw the cards that fit the words wanted; `take` is called with the one that is chosen."""
    is_any = False
    for group in groups:
        fitting = [card for card in group.cards if card.fits(wanted)]
        if fitting:
            is_any = True
            st.header(group.title, anchor=False)
            st.caption(group.words)
            _cards(fitting, take, key)
    if not is_any:
        st.info("Nothing fits all these words; use fewer.")


def _cards(cards: Sequence[Card], take: Callable[[Card], None], key: str) -> None:
    for start in range(0, len(cards), COLUMNS):
        row = cards[start : start + COLUMNS]
        for card, place in zip(row, st.columns(COLUMNS), strict=False):
            box = f"card-{key}-{card.id}"  # all of which chooses it, see assets/page.css
            with place.container(border=True, height="stretch", gap=None, key=box):
                if st.button(
                    f"**{plain(card.title)}**", key=f"{key}-{card.line}", type="tertiary",
                    disabled=not card.is_open,
                ):  # fmt: skip
                    take(card)
                st.caption(f"{plain(card.facts)}  \n{plain(card.summary)}")
