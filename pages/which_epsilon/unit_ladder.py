"""The ladder of units: the same graph at the same epsilon for larger and larger units."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from graphdp_core.experiment.compare import noise_stream
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.experiment.survival import Verdict
from graphdp_core.experiment.unit_ladder import Rung, UnitLadder, unit_rungs
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.plots.board.svg import unit_picture
from pages.engine import measured, scenario_cache
from pages.ground.background import ABSENT_S
from pages.session import addresses, session
from pages.ui import page, protection

TITLE = "Whose privacy: of a weight, a tie, a person?"
HELP = (
    "“Private at ε = 3” says nothing until the unit is named. Each picture is one release that "
    "gives the named unit all of ε; what survives is judged over five draws, as on the board."
)
WORDS = {
    Verdict.SURVIVES: "Survives",
    Verdict.BLURRED: "Blurred",
    Verdict.LOST: "Lost",
    Verdict.PUBLIC: "Public",
}
RUNGS = 5  # side by side, so that they are one picture
NAMES = {item.id: item.title for item in PROPERTIES}


def show(now: Scenario) -> None:
    """A card for every unit; verdicts come as they are measured."""
    rungs = unit_rungs(now.graph, now.mechanism, now.epsilon)
    ladder = _ladder(now, rungs)
    if ladder.is_running:
        _waiting(now, rungs, ladder)
    else:
        _cards(now, rungs, ladder)


def _ladder(now: Scenario, rungs: Sequence[Rung]) -> UnitLadder:
    """Measured in the background; a new one stops the one before it."""
    name = key_of(now.graph, now.mechanism, seed=now.seed, part=f"unit ladder {now.epsilon:g}")
    before: list[UnitLadder] = session.keep_last("last unit ladder", "", list)
    ladder = session.keep_last(
        "unit ladder", name,
        lambda: UnitLadder(now.graph, rungs, seed=now.seed, store=measured.store_of(now),
                           pool=measured.pool(), patience=ABSENT_S),
    )  # fmt: skip
    if before and before[0] is not ladder:
        before[0].stop()
    before[:] = [ladder]
    ladder.look()
    return ladder


@addresses.of_page(run_every=0.6)
def _waiting(now: Scenario, rungs: Sequence[Rung], ladder: UnitLadder) -> None:
    ladder.look()
    if not ladder.is_running:
        st.rerun()
    _cards(now, rungs, ladder)


def _cards(now: Scenario, rungs: Sequence[Rung], ladder: UnitLadder) -> None:
    with st.container(key="unit-ladder"):
        for rung, column in zip(rungs, st.columns(RUNGS, gap="xsmall"), strict=False):
            with column, st.container(border=True, key=f"unit-{rung.id}"):
                st.markdown(f"**{rung.title}**")
                refused = _picture(now, rung)
                st.caption(rung.price.replace(" = ", "\u00a0=\u00a0"))
                st.markdown(refused or _verdicts(rung, ladder))
    st.caption(
        f"{protection.NOT_PRIVATE} Grey ties are in the true graph, dashed ones were made up."
    )


def _picture(now: Scenario, rung: Rung) -> str:
    """Draw it; the sentence with which the mechanism refuses, "" if it does not."""
    try:
        released = _released(now, rung)
    except Refused as refusal:
        return str(refusal)
    if now.graph.n > page.LARGE:
        st.caption("Too many nodes to draw.")
        return ""
    edges = now.graph.m if released is None else released.m
    alt = f"{rung.title}: {edges:,} ties are shown, {now.graph.m:,} are true."
    places = scenario_cache.positions(now.graph)
    st.image(unit_picture(now.graph, released, places, page.theme(), alt=alt), width="stretch")
    return ""


def _released(now: Scenario, rung: Rung) -> Graph | None:
    if (mechanism := rung.mechanism) is None:
        return None
    key = key_of(now.graph, mechanism, seed=now.seed, part=f"unit {rung.epsilon:g}")

    def release() -> Graph:
        made = mechanism.release(
            now.graph, epsilon=rung.epsilon, rng=noise_stream(now.seed), progress=session.checkpoint
        )
        if not isinstance(made, Graph):
            raise TypeError(f"a rung draws a graph, not {type(made).__name__}")
        return made

    return scenario_cache.get(key, release)


def _verdicts(rung: Rung, ladder: UnitLadder) -> str:
    """What survives, by verdict, in a few words."""
    if rung.mechanism is None:
        return "**Public**: all of it."
    survivals = ladder.survivals(rung.id)
    if not survivals:
        return "Measuring …" if ladder.is_running else "Nothing here can be judged."
    lines = []
    for verdict, word in WORDS.items():
        named = [NAMES[id].lower() for id, seen in survivals.items() if seen.verdict is verdict]
        if len(named) == len(survivals):
            return f"**{word}**: all of it."
        if named:
            lines.append(f"**{word}**: {', '.join(named)}.")
    return "  \n".join(lines)
