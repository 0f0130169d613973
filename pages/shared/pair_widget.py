"""The pair widget on a page: baseline and private side by side, drawn by the graphics card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from graphdp_core.plots.pair.edges import Edges
from graphdp_core.plots.pair.webgl import PairPayload
from pages.shared import session
from pages.shared.widget_script import component, revision

__all__ = ["PairAnswer", "pair_widget"]


@dataclass(frozen=True)
class PairAnswer:
    """What the user has done in the widget.

    Parameters
    ----------
    selection : tuple of int
        Marked nodes, sorted.
    epsilon : float or None
        The stop at which the widget's own slider was let go; None before that.
    supported : bool
        False where the browser lacks WebGL 2: show another chart instead.
    """

    selection: tuple[int, ...] = ()
    epsilon: float | None = None
    supported: bool = True


def pair_widget(
    payload: PairPayload,
    *,
    key: str,
    height: int | None = None,
    selected: Sequence[int] | None = None,
    selected_edges: Mapping[str, Edges] | None = None,
    follows: str | None = None,
    on_change: Callable[[PairAnswer], None] | None = None,
) -> PairAnswer:
    """Show a pair; the same key keeps the widget, its pan and zoom, and lets points glide.

    Parameters
    ----------
    payload : PairPayload
    key : str
        Of this widget on the page.
    height : int, optional
        Of the panels, in pixels; by default they fill the window.
    selected : sequence of int, optional
        Nodes to mark, when the page keeps the selection; None leaves it to the widget.
    selected_edges : dict by "kept", "lost", "invented", optional
        Their edges; without them the widget shows those of their edges that the pair draws.
    follows : str, optional
        Key of the page's slider of epsilon: while it is dragged, the widget shows its prepared
        stops at once, before the server answers.
    on_change : callable, optional
        Called with the answer before the page runs again.

    Returns
    -------
    PairAnswer
    """
    raw = session.answer(key)
    answer = _read(raw, payload)
    changing = payload.changing(
        selected=answer.selection if selected is None else selected,
        selected_edges=selected_edges,
        revision=revision(raw),
        height=height,
        follows=f"st-key-{follows}" if follows else "",
    )

    def heard() -> None:
        if on_change is not None:
            on_change(_read(session.answer(key), payload))

    with st.container(gap=None, key=f"{key}-pair"):
        # The first mount holds the code and what stays: Streamlit sends it once and then only
        # a reference, because its content does not change while epsilon moves.
        component("pair_shared", "pair/main")(key=f"{key}-shared", data=payload.shared)
        mount = component("pair", "pair/mount", css="pair/pair")
        result = mount(key=key, data=changing, on_answer_change=heard)
    return _read(result.answer, payload)


def _read(raw: Any, payload: PairPayload) -> PairAnswer:
    """An answer with only what can be: it comes from a browser."""
    if not isinstance(raw, dict):
        return PairAnswer()
    nodes = raw.get("selection")
    chosen = {
        node
        for node in (nodes if isinstance(nodes, list) else [])
        if isinstance(node, int) and 0 <= node < payload.n
    }
    epsilon = raw.get("epsilon")
    return PairAnswer(
        selection=tuple(sorted(chosen)),
        epsilon=epsilon if epsilon in payload.epsilons else None,
        supported=raw.get("supported") is not False,
    )
