"""Which graph: the menu of examples, own files, real graphs and generators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from graphdp_core.data import (
    DATASETS,
    EXAMPLES,
    GENERATORS,
    DatasetInfo,
    Example,
    Generator,
    dataset,
)
from graphdp_core.experiment.graph_summary import component_sizes
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import GraphFileError
from graphdp_core.params import Param, Refused
from graphdp_core.serving import is_demo
from pages.engine import scenario_cache
from pages.ground.own_file import Choices
from pages.ground.records import FIRST, UPLOAD, UPLOAD_ID, graph_lines
from pages.session import addresses, own_state, session
from pages.ui import gallery
from pages.ui.widgets import parameters, warn_unknown_param, widget

HELP = {
    False: "An example, your own file, a real graph, or a generator with settings of your own. "
    "Type to search.",
    True: "An example, a real graph that comes with the app, or a generator. Type to search.",
}
OFFERED = {False: "one of its choices", True: "offered in this demo"}


@dataclass(frozen=True)
class Chosen:
    """The graph in use, and where it comes from; `choice` is None for an own file."""

    graph: Graph
    title: str
    choice: GraphChoice | None = None
    cleaned: str = ""
    summary: str = ""


@dataclass(frozen=True)
class Absent:
    """The line of the menu that has no graph yet, and why; `info` is that of a missing data set."""

    title: str
    reason: str = ""
    info: DatasetInfo | None = None
    is_upload: bool = False


def choose_graph() -> Chosen | Absent:
    """Draw the menu, and what belongs to the chosen line."""
    titles = graph_lines()
    _follow_old_links()
    asked = addresses.follow_link("graph", titles)
    menu, own = _menu(titles), _own_name()
    if own and st.session_state.get("graph") == UPLOAD:
        st.session_state["graph"] = UPLOAD  # the browser hears its new name
    label = st.selectbox(
        "Graph",
        list(menu),
        key="graph",
        format_func=partial(_shown, own=own),
        on_change=session.clear_unknown_param,
        args=("graph",),
        help=HELP[is_demo()],
    )
    warn_unknown_param("Graph", asked, label, offered=OFFERED[is_demo()])
    id = menu.get(label, FIRST)
    addresses.chosen("graph", label, {id: line for line, id in menu.items()})
    with session.place("more"):
        gallery.button()
    if id == UPLOAD_ID:
        return _uploaded()
    own_state.write_own_file(None)
    for example in EXAMPLES:
        if example.id == id:
            return _example(example)
    if any(info.id == id for info in DATASETS):
        return _published(dataset(id), label)
    return _generated(next(g for g in GENERATORS if g.id == id))


def fetch_button(info: DatasetInfo, *, key: str) -> None:
    """A button that downloads what is missing, with progress; its page runs anew afterwards."""
    if not info.can_be_fetched:
        return
    if not st.button("Download it", icon=":material/cloud_download:", key=key):
        return
    bar = st.progress(0.0, f"{info.title}: connecting")

    def report(fraction: float, text: str) -> None:
        bar.progress(min(fraction, 1.0), text)

    try:
        info.fetch(progress=report)
    except GraphFileError as error:
        bar.empty()
        st.error(str(error))
        return
    scenario_cache.available_datasets.clear()
    st.rerun()


def _follow_old_links() -> None:
    """A link without a graph but with the block model's settings is from when it stood first."""
    params = st.query_params
    is_new = "graph" not in params and "graph" not in st.session_state
    if is_new and any(key.startswith("sbm.") for key in params):
        params["graph"] = "sbm"


def _menu(titles: Mapping[str, str]) -> dict[str, str]:
    """Ids by menu line; the first is what a new visitor sees.

    A data set that is not available has a line only while a link or the user asks for it.
    """
    published = {info.id for info in DATASETS}
    wanted, available = session.asked_graph(), scenario_cache.available_datasets()
    return {
        label: id
        for id, label in titles.items()
        if id not in published or id in available or label == wanted
    }


def _own_name() -> str:
    """The name of the own file that is in use; "" without one."""
    held = own_state.own_file()
    return "" if held is None or held.loaded is None else held.brought.mark.name


def _shown(line: str, own: str) -> str:
    """A line as it is read: an own file that is in use has its name."""
    return own if own and line == UPLOAD else line


def _example(example: Example) -> Chosen | Absent:
    summary = f"{example.summary} ({example.generator.title})"
    return _loaded(GraphChoice.usual(example.generator), example.title, summary)


def _published(info: DatasetInfo, label: str) -> Chosen | Absent:
    if not info.available():
        return Absent(label, f"{info.title} is not available here.", info=info)
    return _loaded(GraphChoice("dataset", info.id), label, info.summary)


def _generated(kind: type[Generator]) -> Chosen | Absent:
    if is_demo():
        return _loaded(GraphChoice.usual(kind), kind.title, kind.summary)
    with st.expander("Size and shape", key="generator-parameters"):
        values = parameters(kind, prefix=kind.id)
        help = "Another number generates another graph with the same settings."
        seed = widget(Param("seed", 0, "Graph seed", help, low=0, high=999), f"{kind.id}.seed")
    choice = GraphChoice("generator", kind.id, tuple(sorted(values.items())), int(seed))
    return _loaded(choice, kind.title, kind.summary)


def _loaded(choice: GraphChoice, title: str, summary: str) -> Chosen | Absent:
    try:
        graph = scenario_cache.load(choice)
    except Refused as error:
        return Absent(title, str(error))
    sizes = scenario_cache.of_graph(graph, "components", component_sizes)
    if len(sizes) < 2 or not _wants_largest(int(sizes[0]), graph.n):
        return Chosen(graph, title, choice, summary=summary)
    smaller = replace(choice, largest_component=True)
    words = f"{graph.n - int(sizes[0]):,} of {graph.n:,} nodes lie outside the largest component "
    words += "and were left out: which these are reads the private data."
    return Chosen(scenario_cache.load(smaller), title, smaller, words, summary)


def _wants_largest(inside: int, n: int) -> bool:
    """A graph in pieces can be used without its small ones."""
    help = (
        f"{inside:,} of {n:,} nodes. Which these are depends on the edges: the choice reads "
        "the private data, and no guarantee covers it."
    )
    return bool(widget(Param("largest", False, "Largest component only", help), "largest"))


def _uploaded() -> Chosen | Absent:
    """The own file, once it is accepted; until then the page's own place asks for it."""
    held = own_state.own_file()
    mark = own_state.wanted_file() if held is None else held.brought.mark
    choices = own_state.wanted_choices() if held is None else held.accepted
    own_state.write_own_file(mark, choices if mark is not None else Choices())
    if held is None or held.loaded is None or own_state.intake_is_open():
        return Absent("" if mark is None else mark.name, is_upload=True)
    name = held.brought.mark.name
    st.button(
        "Change this file", key="change-file", type="tertiary", icon=":material/edit:",
        on_click=own_state.open_intake,
        help=f"How it was read, another file, its options. {held.loaded.cleaned}",
    )  # fmt: skip
    scenario_cache.forget_at_the_end(held.loaded.graph)
    return Chosen(held.loaded.graph, name, None, held.loaded.cleaned)
