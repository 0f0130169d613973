"""Pictures of the slider's stops, made a little at a time beside the page that will show them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import streamlit as st

from graphdp_core.experiment.compare import Comparison
from graphdp_core.takeaway.words import file_name
from pages.shared import fragments, protection, scenario_cache, session

__all__ = ["around", "offer_live_drag", "prepare", "prepares_itself", "saved_as"]

SLICE_S = 0.4  # of preparation between two chances for the person to act
QUICK_S = 1.5  # of one comparison up to which the stops are prepared unasked


def prepares_itself(c: Comparison, id: str) -> bool:
    """Whether the stops of the picture `id` are prepared: it is quick, or the person wants it."""
    return c.seconds <= QUICK_S or session.is_running(f"stops {id}", default=False)


def offer_live_drag(id: str) -> None:
    """The button by which a person asks for the stops of a slow picture."""
    st.button(
        "Live drag", icon=":material/animation:", key="prepare",
        help="Computes every stop of the slider, so that the picture follows while you "
        "drag. On this graph that takes a while; you can go on working.",
        on_click=session.set_running, args=(f"stops {id}", True),
    )  # fmt: skip


def around(other: Comparison) -> dict[str, str]:
    """What :func:`pages.shared.protection.show` says at another epsilon, by place."""
    g = other.guarantee
    answer, detail = other.answer_and_figures
    words = {"answer": answer, "detail": detail, "statement": protection.short_statement(g)}
    return words | ({"odds": protection.posterior_belief(g)} if g.protects else {})


def saved_as(c: Comparison) -> tuple[str, str]:
    """What a saved picture is called, and what stands below it beside the titles' epsilon."""
    said = (c.graph.title, c.mechanism.title, f"noise draw {c.seed}", "GraphDP")
    return file_name(c), ", ".join(filter(None, said))


@fragments.of_page(run_every=0.1)
def prepare(tasks: dict[str, Callable[[], Any]], total: int) -> None:
    """Work on what is missing for a moment; when all is there, draw the page with it.

    Parameters
    ----------
    tasks : dict
        What makes a thing and keeps it, by its key in the cache.
    total : int
        How many there were at first.
    """
    start = time.monotonic()
    for key in scenario_cache.missing(tasks):
        tasks[key]()
        if time.monotonic() - start > SLICE_S:
            break
    left = len(scenario_cache.missing(tasks))
    if not left:
        st.rerun()
    with st.container(key="preparing"):  # beside the page's flow: nothing moves when it goes
        st.progress(1 - left / total, f"Preparing {total - left} of {total} pictures")
