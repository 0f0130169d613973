"""Part of the Release page for whoever receives one: what it promises, tells, and cannot tell."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import replace

import streamlit as st

from graphdp_core.estimates.estimate import GRAPH, Estimate
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.params import Refused
from graphdp_core.plots.ghosts import ghosts
from graphdp_core.privacy.guarantee import NeighbouringRelation, half_sure
from graphdp_core.serving import is_demo
from graphdp_core.stage import Truths
from graphdp_core.trust.estimated import denser_than_chance
from graphdp_core.trust.received import (
    ABOUT,
    SAMPLES,
    Received,
    given_report,
    number_rows,
    received,
    sample,
)
from graphdp_core.vocabulary import of_ties
from pages.engine import progress
from pages.ground.widget_script import component
from pages.release import published
from pages.server.stages import STAGES
from pages.session import address_words, own_state, session
from pages.ui import stage_widget
from pages.ui.widgets import plain

GIVEN, TRUTHS = "given", "truths"
LARGEST_DRAWN = 2_000  # nodes
NOTHING = "Nothing was computed and nothing was kept."


def show() -> None:
    """A zip is handed in, or one of ours is named by ``?given=``; nothing of a curator is read."""
    file = None if is_demo() else st.file_uploader(
        "The release that you were given (.zip)", key="given.file", type=None,
        help="It is checked byte by byte before anything is computed. It stays in this session.",
    )  # fmt: skip
    if file is not None:
        _received(file.getvalue(), file.name)
        return
    _offer()
    id = address_words.said(GIVEN)
    if id not in SAMPLES:
        st.caption("Everything here is computed from the zip alone: it costs no privacy.")
        return
    st.caption(f"A sample of a public graph: {SAMPLES[id].title.lower()}, made on this server.")
    _received(sample(id), f"sample-{id}.zip", is_sample=True)


def follow_link(menu: str, title: str) -> None:
    """Let a menu stand at `title` where a new link names a sample; before it is drawn."""
    asked, is_new = address_words.said(GIVEN), address_words.news(GIVEN)
    if asked and asked not in SAMPLES:
        session.place("missed").warning(
            f"The link asks for “{plain(asked[:60])}” as a sample, and there are "
            f"{', '.join(SAMPLES)}. {NOTHING}",
            icon=":material/link_off:",
        )
    elif is_new and not address_words.said(menu):
        session.set_widget(menu, title)


def leave_link() -> None:
    """Another task was chosen: no sample is named any more."""
    if address_words.said(GIVEN) in SAMPLES:
        address_words.write(GIVEN, "")


def _offer() -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="given-samples"):
        st.caption("Or look at a sample:", width="content")
        for id, one in SAMPLES.items():
            st.button(
                one.title, key=f"given.sample {id}", type="tertiary",
                icon=":material/folder_zip:", on_click=_name, args=(id,),
            )  # fmt: skip


def _name(id: str) -> None:
    address_words.seen(GIVEN, id)
    address_words.write(GIVEN, id)


def _received(data: bytes, name: str, *, is_sample: bool = False) -> None:
    """Everything that the zip tells, or the one sentence that says why not."""
    key = hashlib.sha256(data).hexdigest()
    try:
        with (
            st.spinner("Checking every byte, then estimating"),
            progress.shown(f"given {key}") as report,
        ):
            release = session.keep_last("given", key, lambda: received(data, progress=report))
    except Refused as refusal:
        st.error(
            f"**{plain(name)}**: {published.sentence(refusal)} {NOTHING}", icon=":material/gpp_bad:"
        )
        return
    _promise(release, name)
    _picture(release, is_sample)
    if release.note:
        st.info(plain(release.note[:1].upper() + release.note[1:]), icon=":material/info:")
    numbers = st.container()
    if release.truths:
        release = _in_groups(release, data, key)
    with numbers:
        _numbers(release)
        if release.truths or getattr(release.given.released, "noise", None):
            _denser(release)
    _unknown(release)
    st.download_button(
        "The report, to take away", lambda: given_report(release, title=name).encode(),
        "what-it-tells.html", "text/html", key="given.report", icon=":material/download:",
        on_click="ignore",
    )  # fmt: skip


def _in_groups(release: Received, data: bytes, key: str) -> Received:
    """The same with the numbers of public groups, where these were handed in."""
    groups = _groups()
    if not groups:
        return release
    if others := groups.keys() - set(map(release.given.name, range(release.given.n))):
        st.warning(
            f"{len(others):,} nodes of the file are not in this release, such as "
            f"{plain(min(others))}: is it the right file?",
            icon=":material/info:",
        )
    try:
        return session.keep_last(
            "given in groups", f"{key} {sorted(groups.items())}",
            lambda: replace(received(data, truths=0, groups=groups), truths=release.truths),
        )  # fmt: skip
    except Refused as refusal:
        st.warning(published.sentence(refusal), icon=":material/info:")
        return release


def _groups() -> dict[str, str]:
    """Public groups of the nodes, for a graph that was given; a demo takes none."""
    if is_demo():
        return {}
    with st.expander("Public groups of the nodes (optional)", icon=":material/groups:"):
        file = st.file_uploader(
            "A CSV with a header and two columns, node and group", key="given.groups",
            help="For a released graph: ties within and between groups, homophily, segregation "
            "and connectedness then follow, corrected for the noise.",
        )  # fmt: skip
    if file is None:
        return {}
    text = io.StringIO(file.getvalue().decode("utf-8-sig", "replace"))
    rows = [row for row in csv.reader(text) if row]
    widths = {len(row) for row in rows}
    if len(rows) < 2 or widths != {2}:
        st.warning(
            f"{plain(file.name)} must be a CSV with header and two columns, node and group; it has "
            f"{len(rows):,} rows, of {' or '.join(map(str, sorted(widths))) or 'no'} columns.",
            icon=":material/info:",
        )
        return {}
    return {row[0]: row[1] for row in rows[1:]}


def _denser(release: Received) -> None:
    """Whether a group that the reader names is denser than chance, with its interval."""
    st.header("Is my group denser than chance?", anchor=False)
    names = list(map(release.given.name, range(release.given.n)))
    if len(names) > LARGEST_DRAWN:
        st.caption("Hand in its members as public groups: there are too many nodes to list.")
        return
    chosen = st.multiselect(
        "Its members", sorted(names, key=lambda name: (name.isdigit() * len(name), name)),
        key="given.members", placeholder="Two nodes or more, one at a time",
        filter_mode="prefix", select_all=False,  # Enter takes the one that was typed
        help="Choose them before you look at the picture: a group that was picked because it looks "
        "dense looks denser than it is.",
    )  # fmt: skip
    if len(chosen) > 1:
        try:
            st.markdown(f"**{denser_than_chance(release.given, chosen)}**")
        except Refused as refusal:
            st.caption(published.sentence(refusal))


def _promise(release: Received, name: str) -> None:
    facts = release.given.certificate
    relation = NeighbouringRelation(facts["relation"])
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.success(
            f"**{plain(name)}** is as it was made. {plain(of_ties(release.promise))}",
            icon=":material/verified_user:",
        )
        st.markdown(
            f"{half_sure(relation, float(facts['exact_epsilon']))} "
            "Only the certificate says how it was drawn; the data cannot show it."
        )
        if told := facts.get("not_protected"):
            st.warning(plain(str(told)), icon=":material/warning:")
    with right:
        published.ticked(release.checks)
        with st.expander("What is public by assumption", icon=":material/public:"):
            public = (plain(of_ties(str(text))) for text in facts.get("public", ()))
            st.markdown("\n".join(f"- {text}" for text in public))


def _picture(release: Received, is_sample: bool) -> None:
    """The release on a stage, and beside it the graphs that it may have come from."""
    graph = release.given.released
    if not isinstance(graph, Graph) or not release.truths:
        return
    if graph.n > LARGEST_DRAWN:
        st.caption(f"It has {graph.n:,} nodes: more than {LARGEST_DRAWN:,} are not shown.")
        return
    epsilon = float(release.given.certificate["exact_epsilon"])
    person = "" if is_sample else own_state.person()
    shown = replace(graph, owner=f"given {session.token()}") if person else graph
    made = Truths(shown, release.truths, epsilon)
    key = STAGES.open(made, visitor=person)
    with st.container(gap=None, key="truths-widget"):
        stage_widget.mount(
            TRUTHS, _nothing, page="", words={}, run=0, heard=0,  # the address is the page's own
            views=[{"id": "", "title": "Truths", "question": "", "key": key}],
            stops=[{"epsilon": epsilon, "label": ""}], epsilon=epsilon, usual=epsilon, view="",
            marked=[], level=2, footnote="A release and what it may have come from, GraphDP",
            carried=stage_widget.carried(TRUTHS, key, epsilon, person),
        )  # fmt: skip
    with st.container(key="given-ghosts"):  # instead, where less motion is wanted
        drawn = session.keep_last("ghosts", made.key, lambda: str(
            ghosts(graph, release.truths, layout_positions(graph))
        ))  # fmt: skip
        component("given", "given/main", css="given/ghosts")(key="ghosts", data={"drawn": drawn})


def _nothing() -> None:
    """The page shows the same wherever the stage rests."""


def _numbers(release: Received) -> None:
    """Those of this graph; folded, those of the population, where there are any."""
    own = [row for row in release.known if row.of == GRAPH]
    others = [row for row in release.known if row.of != GRAPH]
    if own:
        st.header("Numbers of this graph", anchor=False)
        _table(own, ABOUT[True])
    if others:
        with st.expander(
            "Numbers of the population it was drawn from", icon=":material/public:",
            expanded=not own,
        ):  # fmt: skip
            _table(others, ABOUT[False])


def _table(rows: list[Estimate], about: str) -> None:
    st.caption(about)
    st.dataframe(number_rows(rows), hide_index=True, width="stretch")


def _unknown(release: Received) -> None:
    """Each number once, with the epsilon from which on it could be told."""
    if not release.unknown:
        return
    with st.expander(
        f"What cannot be known from it: {len(release.unknown)} numbers",
        icon=":material/visibility_off:", expanded=not release.known,
    ):  # fmt: skip
        st.dataframe([_row(row) for row in release.unknown], hide_index=True, width="stretch")


def _row(row: Estimate) -> dict[str, str]:
    return {
        "Number": of_ties(row.label),
        "Of": row.of,
        "Why not": row.why[:1].upper() + row.why[1:],
        "From about ε =": f"{row.from_epsilon:g}" if row.from_epsilon else "",
    }
