"""What stands on a page until its script has run: the still picture of the stage that it will show.

A page that mounts a stage of a public graph tells under which address. Who opens that address
anew sees the same sentence and picture at once, and then the live ones.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import parse_qsl

from graphdp_core.data import generator
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.plots.theme import DARK, LIGHT, Theme
from pages.server.stage_routes import stage_folder
from pages.server.stages import STAGES, STILLS, Staged, name_of
from pages.session.stage_position import EPSILON, USUAL, VIEW

STILL = "graphdp-first"
"""The id of what stands on the page until the stage is there; its script takes it away."""
WORDS = {"graph", "mechanism", "draw"}
"""Beside epsilon and view, all that an address may say: with another word it has none."""
MOST = 256
WAITS_MS = 60_000  # at most, for a page that never comes
SCRIPT = f"""\
<script>(() => {{
  const still = document.getElementById("{STILL}"), at = location.pathname, begun = Date.now();
  const places = ".st-key-board-widget *, .st-key-stage-widget *";
  const isThere = () => [...document.querySelectorAll(places)].some((place) =>
    place.shadowRoot?.querySelector(".on-stage[data-shown]"));
  const timer = setInterval(() => {{
    const isOver = location.pathname !== at || Date.now() > begun + {WAITS_MS};
    if (isOver || isThere()) still.remove();
    if (!still.isConnected) clearInterval(timer);
  }}, 100);
}})();</script>"""

Place = tuple[str, str, frozenset[tuple[str, str]]]

_keys: OrderedDict[Place, str] = OrderedDict()
_lock = threading.Lock()


def remember(
    page: str, key: str, words: Mapping[str, str], *, views: Sequence[str] = ("",)
) -> None:
    """A page that is opened with these words shows the public stage of this key.

    Parameters
    ----------
    page : str
        Its address, without a query.
    words : mapping
        Of the query, as the page itself has written them.
    views : sequence of str
        What the address may say of the view, "" where it may be silent.
    """
    if not set(words) <= {*WORDS, EPSILON, VIEW}:
        return
    with _lock:
        for place in (_place(page, words, view) for view in views):
            _keys[place] = key
            _keys.move_to_end(place)
        while len(_keys) > MOST:
            _keys.popitem(last=False)


def is_usual(scenario: Scenario) -> bool:
    """Whether words of graph, mechanism and draw say all of it: no setting is another than usual.

    Settings stand in the address too, but the browser writes them after the run.
    """
    choice = scenario.choice
    if choice is None or choice.seed or choice.largest_component:
        return False
    usual = generator(choice.id) if choice.kind == "generator" else None
    return scenario.mechanism == type(scenario.mechanism)() and all(
        getattr(usual, name) == value for name, value in choice.parameters
    )


def still_of(page: str, query: str) -> str:
    """What stands on this page meanwhile, as HTML; "" where its stage was not asked for yet."""
    words = dict(parse_qsl(query, keep_blank_values=True))
    if not set(words) <= {*WORDS, EPSILON, VIEW}:
        return ""
    with _lock:
        key = _keys.get(_place(page, words, words.get(VIEW, "")), "")
    staged = STAGES.find(key, visitor="") if key else None
    name = words.get(EPSILON, name_of(USUAL))
    if staged is None or not staged.is_public or name not in staged.parts:
        return ""
    return picture(staged, name)


def picture(staged: Staged, name: str) -> str:
    """The sentences of a stop that is there, and its picture, which may have to be drawn yet."""
    said, folder = _words(staged.parts[name]), f"{stage_folder()}/{staged.stage.key}"
    light, dark = (f"{folder}/{name}{ending}" for ending in STILLS)
    return (
        f"<style>{_look(LIGHT)}@media (prefers-color-scheme: dark) {{{_look(DARK)}}}</style>"
        f'<div id="{STILL}"><h1>{_both_sides(said)}</h1>'
        f"<p>{escape(said['label'])}</p>"
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        f'<img src="{light}" alt="" width="920" height="432"></picture>'
        f"<p><strong>{escape(said['statement'])}</strong></p></div>{SCRIPT}"
    )


def _place(page: str, words: Mapping[str, str], view: str) -> Place:
    return page, view, frozenset(item for item in words.items() if item[0] in WORDS)


def _words(packed: bytes) -> dict[str, Any]:
    """What is said at a stop, out of its bytes."""
    message = gzip.decompress(packed)
    length = int.from_bytes(message[4:8], "little")
    words: dict[str, Any] = json.loads(message[8 : 8 + length])["words"]
    return words


def _both_sides(said: Mapping[str, Any]) -> str:
    """The answer; of a board what survives, and in its colour what that betrays."""
    survives, semicolon, betrayed = said["asked"].partition("; ")
    if not betrayed or said["strength"] in ("protects", "partly protects"):
        return escape(said["asked"] or said["answer"])
    return f"{escape(survives + semicolon)}<span>{escape(betrayed)}</span>"


def _look(theme: Theme) -> str:
    return (
        f"#{STILL} {{ background: {theme.background}; color: {theme.text}; }}"
        f"#{STILL} h1 span {{ color: {theme.unproved}; }}"
    )
