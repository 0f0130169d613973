"""Which graph: the menu of examples, generators and published graphs, and the upload."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from graphdp_core.datasets import (
    DATASETS,
    FORMATS,
    GENERATORS,
    DatasetInfo,
    GraphFileError,
    dataset,
)
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from pages.shared import addresses, scenario_cache, session
from pages.shared.widgets import parameters, warn_unknown_param

__all__ = ["FILE_TYPES", "UPLOAD", "Chosen", "choose_graph", "fetch_button", "label_of"]

UPLOAD = "Your own file…"
UPLOAD_ID = "upload"
FIRST = "sbm"
FILE_TYPES = (*(e.removeprefix(".") for known in FORMATS for e in known.endings), "xml", "gz")


@dataclass(frozen=True)
class Entry:
    """One line of the graph menu."""

    kind: str  # "generator", "dataset" or "upload"
    id: str


@dataclass(frozen=True)
class Chosen:
    """The graph in use, and where it comes from; `choice` is None for an own file."""

    graph: Graph
    title: str
    choice: GraphChoice | None = None
    cleaned: str = ""


def choose_graph() -> Chosen:
    """Draw the menu, and what belongs to the chosen line; always return some graph."""
    titles = _titles()
    asked = addresses.follow_link("graph", titles)
    menu = _menu(titles)
    label = st.selectbox(
        "Graph",
        list(menu),
        key="graph",
        on_change=session.clear_unknown_param,
        args=("graph",),
        help="An example, a generated graph, or your own file. Type to search.",
    )
    warn_unknown_param("graph", asked, label)
    entry = menu.get(label, menu[next(iter(menu))])
    addresses.chosen("graph", label, {menu[line].id: line for line in menu})
    if entry.kind == "upload":
        return _uploaded(menu)
    if entry.kind == "dataset":
        return _published(dataset(entry.id), label, menu)
    generator = next(g for g in GENERATORS if g.id == entry.id)
    with st.expander("Size and shape", key="generator-parameters"):
        values = parameters(generator, prefix=entry.id)
        seed = st.number_input(
            "Graph seed", 0, 999, step=1, key=f"{entry.id}.seed", bind="query-params",
            help="Another number generates another graph with the same settings.",
        )  # fmt: skip
    choice = GraphChoice("generator", entry.id, tuple(sorted(values.items())), int(seed))
    return _loaded(choice, label, menu)


def label_of(info: DatasetInfo) -> str:
    """A data set's line in the menu."""
    return f"{info.title} ({info.n:,} nodes)"


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


def _titles() -> dict[str, str]:
    """The lines of everything that a link can ask for, by id; the first is what is usual."""
    made = {g.id: g.title for g in GENERATORS}
    published = {d.id: label_of(d) for d in DATASETS}
    return {FIRST: made[FIRST], UPLOAD_ID: UPLOAD, **published, **made}


def _menu(titles: Mapping[str, str]) -> dict[str, Entry]:
    """Menu lines by label; the first is what a new visitor sees.

    A data set that is not available has a line only while a link or the user asks for it.
    """
    kinds = {d.id: "dataset" for d in DATASETS} | {UPLOAD_ID: "upload"}
    wanted, available = session.asked_graph(), scenario_cache.available_datasets()
    return {
        label: Entry(kinds.get(id, "generator"), id)
        for id, label in titles.items()
        if kinds.get(id) != "dataset" or id in available or label == wanted
    }


def _published(info: DatasetInfo, label: str, menu: dict[str, Entry]) -> Chosen:
    if info.available():
        return _loaded(GraphChoice("dataset", info.id), label, menu)
    st.warning(f"{info.title} is not available here. Until it is, you see the first graph.")
    fetch_button(info, key="fetch-here")
    return _fallback(menu)


def _loaded(choice: GraphChoice, label: str, menu: dict[str, Entry]) -> Chosen:
    try:
        return Chosen(scenario_cache.load(choice), label, choice)
    except Refused as error:
        st.error(f"{error} Until then you see the first graph of the menu.")
        return _fallback(menu)


def _uploaded(menu: dict[str, Entry]) -> Chosen:
    file = st.file_uploader(
        "Graph file",
        type=list(FILE_TYPES),
        key="file",
        help="An edge list (CSV, TSV or text, one edge a line, optional weight in the third "
        "column), " + ", ".join(known.title for known in FORMATS[1:]) + "; plain or "
        "gzip-compressed, up to 50 MB. It stays in this session.",
    )
    with st.expander("File options", key="file-options"):
        classes = st.file_uploader(
            "Classes of the nodes (optional)", type=["csv", "tsv", "txt", "gz"], key="class-file",
            help="A file with a node and its class on each line.",
        )  # fmt: skip
        largest = st.toggle(
            "Largest component only", key="largest",
            help="Which nodes these are depends on the edges: the choice reads the private data, "
            "and no guarantee covers it.",
        )  # fmt: skip
        points = st.toggle(
            "The file holds points", key="points",
            help="Latent positions instead of edges: a point on each line, a number for each "
            "coordinate, perhaps a class at the end. A random dot product graph is drawn from "
            "them.",
        )  # fmt: skip
        rescale = points and st.toggle(
            "Rescale the points",
            key="rescale",
            help="Brings all inner products into [0, 1], where they are probabilities of edges.",
        )
    if file is None:
        st.info("Choose a file. Until then you see the first graph of the menu.")
        return _fallback(menu)
    data = file.getvalue()
    class_data = None if classes is None else (classes.name, classes.getvalue())
    digest = hashlib.blake2b(data)
    digest.update(repr((file.name, class_data, largest, points, rescale)).encode())
    try:
        loaded = (
            scenario_cache.upload_points(digest.hexdigest(), file.name, data, rescale)
            if points
            else scenario_cache.upload(digest.hexdigest(), file.name, data, class_data, largest)
        )
    except GraphFileError as error:
        st.error(f"{error} Until then you see the first graph of the menu.")
        return _fallback(menu)
    st.caption(loaded.cleaned)
    return Chosen(loaded.graph, file.name, None, loaded.cleaned)


def _fallback(menu: dict[str, Entry]) -> Chosen:
    label, entry = next(iter(menu.items()))
    choice = GraphChoice("generator", entry.id)
    return Chosen(scenario_cache.load(choice), label, choice)
