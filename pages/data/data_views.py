"""The page Data: facts, pictures, structure, catalogue, generators, saving."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import streamlit as st

from graphdp_core.data import GENERATORS, DatasetInfo, Generator, dataset
from graphdp_core.experiment.graph_summary import (
    component_sizes,
    largest_communities,
    sampled_neighbourhood,
)
from graphdp_core.experiment.recognition import unnamed_sentence
from graphdp_core.experiment.scenario import GraphChoice, Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import WRITERS, left_out, written
from graphdp_core.intake.files.own_columns import groups_of
from graphdp_core.params import Refused, schema
from graphdp_core.plots.communities import block_heatmap
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.rankings import component_bars, degree_curve, graph_picture
from graphdp_core.serving import is_demo
from pages.engine import scenario_cache
from pages.ground.records import label_of, line_of, published
from pages.session import own_state, session
from pages.ui import opened, page, protection
from pages.ui.graph_menu import fetch_button
from pages.ui.sections import section
from pages.ui.widgets import parameters, plain, primary_label

DRAWN_NODES = 3_000  # larger graphs are shown by a sampled neighbourhood and summaries
DRAWN_EDGES = 40_000
HEIGHT = 320  # pixels of a picture
TRUE = "The TRUE graph, not private: no mechanism was applied, nothing here is protected."
WITHOUT_NAMES = (
    "Anyone who knows both numbers of such a person finds their node. This reads the true graph: "
    "not private. Break it, Attacks, shows how many are found by their ties."
)
PREVIEW_NODES = 20_000  # read unasked


@st.fragment
def show() -> None:
    """Draw the page; with every choice on it again."""
    with opened.page_frame():
        now = session.current()
        page.heading(
            "Which graph is this, and which others are there?",
            f"All on this page reads the true graph. {protection.NOT_PRIVATE}",
        )
        cards(now.graph)
        origin(now)
        pictures(now.graph)
        save(now)
        section(pieces(now.graph), lambda: structure(now.graph), key="structure")
        title = f"Published graphs: {len(published())} to choose from"
        section(title, catalogue, key="published")
        if not is_demo():
            section(f"Make a graph: {len(GENERATORS)} generators", generator_form, key="make")


def cards(graph: Graph) -> None:
    """Counts of the graph in use."""
    sizes = scenario_cache.of_graph(graph, "components", component_sizes)
    share = sizes[0] / graph.n if len(sizes) else 0.0
    mean = 2 * graph.m / graph.n if graph.n else 0.0
    row = [
        page.Card("Nodes", f"{graph.n:,}", "Isolated nodes included."),
        page.Card("Ties", f"{graph.m:,}", "Of the simple undirected graph."),
        page.Card("Mean degree", format_number(mean), "Neighbours of a node, on average."),
        page.Card("Components", f"{len(sizes):,}", "Parts that no tie joins."),
    ]
    if len(sizes) > 1:
        row.append(
            page.Card("Largest component", format_number(share, percent=True),
                      "Its share of all nodes.")
        )  # fmt: skip
    if graph.labels is not None:
        groups, unsaid = groups_of(graph)
        row.append(page.Card("Classes", f"{groups:,}", f"Not said of {unsaid:,} nodes."))
    if graph.weights is not None:
        low, high = (format_number(float(w)) for w in (graph.weights.min(), graph.weights.max()))
        row.append(page.Card("Weights", f"{low} to {high}", "Smallest and largest weight."))
    page.cards(row)


def origin(now: Scenario) -> None:
    """Where the graph comes from, what was cleaned, and how to cite it."""
    if now.choice is None:
        st.markdown(f"**Your own file, {plain(now.title)}.** {plain(now.cleaned)}")
        if now.graph.n <= PREVIEW_NODES and now.graph.answers is None:
            unnamed = scenario_cache.of_graph(now.graph, "unnamed", unnamed_sentence)
            st.markdown(unnamed, help=WITHOUT_NAMES)
        _other_names(now.cleaned)
    elif now.choice.kind == "dataset":
        info = dataset(now.choice.id)
        st.markdown(f"**{info.title}.** {info.summary}", help=_source(info))
    else:
        made = next(g for g in GENERATORS if g.id == now.choice.id)
        st.markdown(f"**{made.title}, generated.** {made.summary}", help=_made_after(made))
    if now.choice is not None and now.cleaned:
        st.caption(f":material/info: {now.cleaned}")


def _other_names(cleaned: str) -> None:
    """A click reads names again that were left out, or became one."""
    held = own_state.own_file()
    if held is None:
        return
    offers = (
        ("nobody", "keep", "which is nobody", "Words for nobody are names"),
        ("alike", "two", "became one with it", "Names that look alike are different ones"),
    )
    for field, value, told, words in offers:
        if told in cleaned:
            st.button(words, key=f"read-{field}", icon=":material/undo:", type="tertiary",
                      on_click=_read_again, args=(field, value))  # fmt: skip


def _read_again(field: str, value: str) -> None:
    """Show the file as it is read by another word (a callback)."""
    own_state.choose_reading(**{field: value})
    own_state.open_intake()


def pictures(graph: Graph, *, prefix: str = "") -> None:
    """A small picture beside the degree distribution; `prefix` keeps keys apart from a page's."""
    left, right = st.columns(2)
    with left:
        st.header("Picture", anchor=False)
        picture(graph, key=f"{prefix}picture")
    with right:
        st.header("Degrees", anchor=False)
        page.figure(
            degree_curve(graph.degrees, page.theme(), height=HEIGHT),
            key=f"{prefix}degrees",
            alt="Share of nodes with at least each degree.",
        )


def picture(graph: Graph, *, key: str) -> None:
    """The graph, or a neighbourhood of a large one, with a sentence on what is left out."""
    words = ""
    if graph.n > DRAWN_NODES or graph.m > DRAWN_EDGES:
        graph, words = scenario_cache.of_graph(graph, "sample", sampled_neighbourhood)
    figure, thinned = graph_picture(
        graph, scenario_cache.positions(graph), page.theme(), height=HEIGHT
    )
    page.figure(figure, key=key, alt=f"A drawing of {graph.n:,} nodes and {graph.m:,} ties.")
    page.notes(words=(words, thinned))


def pieces(graph: Graph) -> str:
    """What its communities and components are, in a line; of a large graph the title alone."""
    if graph.n > PREVIEW_NODES:
        return "Communities and components"
    sizes = scenario_cache.of_graph(graph, "components", component_sizes)
    count = scenario_cache.of_graph(graph, "blocks", largest_communities).communities
    joined = "all connected" if len(sizes) == 1 else f"{len(sizes):,} components"
    communities = "1 community" if count == 1 else f"{count:,} communities"
    return f"Communities and components: {communities}, {joined}"


def structure(graph: Graph, *, prefix: str = "") -> None:
    """Communities as blocks, and the sizes of the components."""
    sizes = scenario_cache.of_graph(graph, "components", component_sizes)
    left, right = st.columns(2)
    with left:
        st.header("Largest communities", anchor=False)
        blocks = scenario_cache.of_graph(graph, "blocks", largest_communities)
        page.figure(
            block_heatmap(blocks.edges, blocks.sizes, page.theme()),
            key=f"{prefix}blocks",
            alt=f"Ties between the {len(blocks.sizes)} largest of {blocks.communities} "
            "communities.",
        )
        page.notes(
            words=("Louvain communities; shares of the ties among those shown.", blocks.note)
        )
    with right:
        st.header("Components", anchor=False)
        if len(sizes) > 1:
            page.figure(
                component_bars(sizes, page.theme(), height=420),
                key=f"{prefix}components",
                alt=f"{len(sizes):,} components by size.",
            )
        else:
            st.markdown("Connected.")


def save(now: Scenario) -> None:
    """A quiet way to save the graph that was loaded, in every format that can be written."""
    graph, name = now.graph, _file_name(now.title)
    with st.popover("Save the TRUE graph (not private)", icon=":material/lock_open:",
                    type="tertiary", key="save"):  # fmt: skip
        st.markdown("This is the graph as it was loaded, with its names. Nothing protects it.")
        for writer in WRITERS:
            st.download_button(
                f"Save the TRUE graph as {writer.title}",
                partial(written, graph, writer.id, remark=TRUE),
                f"TRUE-{name}{writer.ending}",
                writer.media_type,
                key=f"save-{writer.id}",
                on_click="ignore",
                help=left_out(graph, writer.id) or "Holds everything that is known of the graph.",
            )


def _file_name(title: str) -> str:
    """The graph's title as the name of a file, without what only a menu needs."""
    stem = title.rpartition(" (")[0] or title.rpartition(".")[0] or title
    return re.sub(r"[^0-9a-z]+", "-", stem.casefold()).strip("-")[:40] or "graph"


def catalogue() -> None:
    """Search, a table, and one data set looked at closely."""
    wanted = st.text_input(
        "Search", key="search", placeholder="e-mail, weights, communities, Newman …",
        help="Words of the title, the description, the classes or the citation.",
    )  # fmt: skip
    infos = [info for info in published() if _matches(info, wanted)]
    if not infos:
        st.info("Nothing fits all these words; use fewer.")
        return
    st.dataframe(
        [_row(info) for info in infos],
        hide_index=True,
        key="catalogue",
        column_config={
            name: st.column_config.NumberColumn(format="localized") for name in ("Nodes", "Ties")
        },
        height=min(36 * (len(infos) + 1), 320),
        alt="Published graphs with their sizes.",
    )
    by_label = {label_of(info): info for info in infos}
    label = st.selectbox("Look closer", list(by_label), key="closer")
    info = by_label.get(label, infos[0])
    st.markdown(f"**{info.title}.** {info.summary}", help=_source(info))
    if info.available():
        st.button(
            primary_label("Use this graph"), icon=":material/check:", key="use-data-set",
            type="primary", on_click=session.use_graph, args=(label_of(info),),
        )  # fmt: skip
        _preview(info)
    else:
        st.caption("It is not available on this machine.")
        fetch_button(info, key="fetch")


def generator_form() -> None:
    """A generator with its parameters and a picture that follows them."""
    by_title = {g.title: g for g in GENERATORS}
    title = st.selectbox("Generator", list(by_title), key="try-generator")
    made = by_title.get(title, GENERATORS[0])
    st.markdown(made.summary, help=_made_after(made))
    left, right = st.columns([1, 2])
    prefix = f"try-{made.id}"
    with left:
        values = parameters(made, prefix=prefix)
        seed = int(st.number_input("Graph seed", 0, 999, step=1, key=f"{prefix}.seed"))
    with right:
        is_made = True
        try:
            choice = GraphChoice("generator", made.id, tuple(sorted(values.items())), seed)
            graph = scenario_cache.load(choice)
            st.caption(f"{graph.n:,} nodes, {graph.m:,} ties")
            picture(graph, key="try-picture")
        except Refused as error:
            is_made, labels = False, {one.name: one.label for one in schema(made)}
            why = re.sub(r"\w+", lambda word: labels.get(word[0], word[0]), str(error))
            st.warning(why[:1].upper() + why[1:], icon=":material/info:")
    left.button(
        primary_label("Use this graph"), icon=":material/check:", key="use-generator",
        type="primary", disabled=not is_made, on_click=session.use_graph,
        args=(line_of(made), _widget_values(made, values) | {f"{made.id}.seed": seed}),
    )  # fmt: skip


def _widget_values(made: Any, values: dict[str, Any]) -> dict[str, Any]:
    """The sidebar's widgets by key, with the words that they show for choices."""
    shown = {}
    for parameter in schema(made):
        value = values[parameter.name]
        if parameter.choices:
            value = parameter.choice_labels[parameter.choices.index(value)]
        shown[f"{made.id}.{parameter.name}"] = value
    return shown


def _preview(info: DatasetInfo) -> None:
    if info.n > PREVIEW_NODES:
        return
    try:
        graph = scenario_cache.load(GraphChoice("dataset", info.id))
    except Refused as error:
        st.warning(str(error))
        return
    picture(graph, key="preview")


def _matches(info: DatasetInfo, wanted: str) -> bool:
    words = f"{info.title} {info.summary} {info.label} {info.citation}".lower()
    words += " weights weighted" * info.weighted + " classes labels" * bool(info.label)
    return all(word in words for word in wanted.lower().split())


def _row(info: DatasetInfo) -> dict[str, Any]:
    here = "yes" if info.available() else "download" if info.can_be_fetched else "no"
    return {
        "Graph": info.title,
        "Nodes": info.n,
        "Ties": info.m,
        "Weights": "yes" if info.weighted else "",
        "Classes": info.label,
        "Available": here,
        "Good for": info.summary,
    }


def _source(info: DatasetInfo) -> str:
    return f"{info.citation} {info.source}. Licence: {info.licence}."


def _made_after(generator: type[Generator]) -> str:
    return f"Source: {generator.source}."
