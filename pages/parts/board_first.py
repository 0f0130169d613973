"""The board that a first visitor meets: measured before anybody asks, and shown with the page."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import wait
from functools import cache
from html import escape
from typing import Any

import graphdp_core as gdp
from graphdp_core.datasets import EXAMPLES
from graphdp_core.experiment.cells import file_store
from graphdp_core.plots.theme import DARK, LIGHT, Theme
from graphdp_core.stage.board import STOPS, Board
from pages.parts import board_curves
from pages.parts.board_curves import BoardCurves
from pages.shared.stage_routes import stage_folder
from pages.shared.stages import STAGES, STILLS, Busy, Staged, name_of
from pages.shared.stand import USUAL

__all__ = ["STILL", "finish", "first_board", "first_picture", "prepare"]

LOOK_S = 1.0
STILL = "graphdp-first"
"""The id of what stands on the page until the board is there; its script takes it away."""
NOW = name_of(USUAL)
PARTS = (NOW, *(f"{NOW}{ending}" for ending in STILLS))
WAITS_MS = 60_000  # at most, for a page that never comes
SCRIPT = f"""\
<script>(() => {{
  const still = document.getElementById("{STILL}"), at = location.pathname, begun = Date.now();
  const isThere = () => [...document.querySelectorAll(".st-key-board-widget *")].some((place) =>
    place.shadowRoot?.querySelector(".on-stage[data-shown]"));
  const timer = setInterval(() => {{
    const isOver = location.pathname !== at || Date.now() > begun + {WAITS_MS};
    if (isOver || isThere()) still.remove();
    if (!still.isConnected) clearInterval(timer);
  }}, 100);
}})();</script>"""


@cache
def first_board() -> Board:
    """The board of the first example with the first mechanism."""
    return Board(EXAMPLES[0].load(), gdp.MECHANISMS[0](), 0, STOPS)


def prepare() -> None:
    """Measure the usual epsilon; a visitor who asks meanwhile waits for the same work."""
    staged = _staged()
    for part in PARTS:
        while work := STAGES.ask(staged, part, visitor=""):
            wait([work.done], timeout=LOOK_S)


def finish() -> None:
    """Begin no more measurements for anybody."""
    board_curves.stop_all()


def first_picture() -> str:
    """What the first page shows before its script has run, as HTML; "" until it is measured."""
    staged = _staged()
    try:
        waits = [STAGES.ask(staged, part, visitor="") for part in PARTS]
    except Busy:
        return ""
    if any(waits):
        return ""
    words, folder = _words(staged.parts[NOW]), f"{stage_folder()}/{staged.stage.key}"
    light, dark = (f"{folder}/{part}" for part in PARTS[1:])
    return (
        f"<style>{_look(LIGHT)}@media (prefers-color-scheme: dark) {{{_look(DARK)}}}</style>"
        f'<div id="{STILL}"><h1>{escape(words["answer"])}</h1><p>{escape(words["label"])}</p>'
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        f'<img src="{light}" alt="" width="920" height="432"></picture>'
        f"<p><strong>{escape(words['statement'])}</strong></p></div>{SCRIPT}"
    )


def _staged() -> Staged:
    board = first_board()
    key = STAGES.open(board, behind=BoardCurves(board, file_store()))
    staged = STAGES.find(key, visitor="")
    if staged is None:
        raise RuntimeError("the stage that was just opened is not there.")
    return staged


def _words(packed: bytes) -> dict[str, Any]:
    """What is said at a stop, out of its bytes."""
    message = gzip.decompress(packed)
    length = int.from_bytes(message[4:8], "little")
    words: dict[str, Any] = json.loads(message[8 : 8 + length])["words"]
    return words


def _look(theme: Theme) -> str:
    return f"#{STILL} {{ background: {theme.background}; color: {theme.text}; }}"
