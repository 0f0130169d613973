"""The own file as it was understood: every guess marked, every choice open, one click to accept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import GraphFileError, Loaded
from graphdp_core.intake.files.notices import Notice, about_groups, about_weights
from graphdp_core.intake.files.own_columns import groups_of
from graphdp_core.intake.files.preview import Preview
from graphdp_core.intake.files.question import Question, Unclear
from graphdp_core.intake.files.raw_graph import count_of
from graphdp_core.params import Refused
from pages.engine import progress
from pages.ground.own_file import Choices, UploadState, size_words
from pages.ground.records import graph_lines
from pages.intake import intake_format, intake_options, intake_question
from pages.session import own_state, session
from pages.ui import page
from pages.ui.own_reading import command_line, preview_of, python_lines, read_as
from pages.ui.own_release import is_release
from pages.ui.widgets import plain, primary_label

FEW_ROWS = 3  # below which a file may be stars by chance


def show(held: UploadState) -> None:
    """The file, what was understood of it, and what it gives."""
    name = plain(held.brought.mark.name)
    shown, loaded, question, reason = _looked_at(held)
    if question is not None and len(question.options) > 1:
        page.heading(f"{name}: one question first", "Your answer decides what the ties are.")
    elif loaded is None:
        page.heading(f"{name} was not read", "Change how it is read, or choose another file.")
    else:
        page.heading("Is this your graph?", _summary(held, loaded.graph))
    if note := own_state.intake_note():
        st.info(note, icon=":material/fingerprint:")
    if question is not None:
        intake_question.show(question)
    elif loaded is None:
        st.warning(plain(reason), icon=":material/error:")
        if progress.is_stopped(_work(held)):
            progress.start_again(_work(held))
    if loaded is not None and _is_register(loaded.graph):
        st.info(
            "Every row names somebody who stands in no other row: is this a list of people, and "
            "not of ties? A row should join two nodes.",
            icon=":material/contact_page:",
        )
    _actions(held, loaded)
    if shown is not None and not held.choices.points:
        intake_format.menus(shown)
        notices = [one for one in shown.notices if one.text != reason]
        _notices([*notices, *_about_graph(held, loaded, {one.field for one in notices})])
        intake_format.header_switch(shown)
        intake_options.table(shown)
    if loaded is not None:
        st.caption(f":material/cleaning_services: {plain(loaded.cleaned)}")
    intake_options.show(held, loaded)
    if loaded is not None:
        _reproduce(held, shown)


def _about_graph(
    held: UploadState, loaded: Loaded | None, asked: Collection[str]
) -> tuple[Notice, ...]:
    """What is asked of the graph: its groups, and which way its weights go."""
    if loaded is None:
        return ()
    graph = loaded.graph
    has_way = graph.weights is not None and graph.answers is None and "large" not in asked
    weights = (about_weights(held.choices.reading),) if has_way else ()
    return (*about_groups(loaded.offers, loaded.grouped_by), *weights)


def _is_register(graph: Graph) -> bool:
    """Whether a graph looks like a table of facts about people: stars that nothing joins."""
    if graph.m < FEW_ROWS or not graph.components.any():
        return False
    return bool(np.all(graph.degrees[graph.edges].min(axis=1) == 1))


def _work(held: UploadState) -> str:
    """The name of the work of reading a file with these choices, to be stopped by."""
    return f"reading {held.brought.digest} {held.choices.key}"


def _looked_at(held: UploadState) -> tuple[Preview | None, Loaded | None, Question | None, str]:
    """What was understood, the graph, what is asked, and why there is no graph; with a bar."""
    if progress.is_stopped(_work(held)):
        words = "the reading was stopped before the end; no graph was taken from it."
        return None, None, None, f"{held.brought.mark.name}: {words}"
    shown: Preview | None = None
    try:
        with progress.shown(_work(held)) as report:
            if not is_release(held.brought):
                try:
                    shown = preview_of(held.brought, held.choices, report)
                except Refused:
                    if not held.choices.points:
                        raise
            if shown is not None and shown.question is not None and not held.choices.points:
                return shown, None, shown.question, ""
            loaded = read_as(held.brought, held.choices, report)
    except Unclear as error:
        return shown, None, error.question, str(error)
    except Refused as error:
        return shown, None, None, str(error)
    if not loaded.graph.n:
        words = "no node was found in it; choose another file."
        return shown, None, None, f"{held.brought.mark.name}: {words}"
    return shown, loaded, None, ""


def _summary(held: UploadState, graph: Graph) -> str:
    mark = held.brought.mark
    facts = [f"**{count_of(graph.n, 'node')}**", f"**{count_of(graph.m, 'tie')}**"]
    facts += ["weights"] if graph.weights is not None else []
    groups, unsaid = groups_of(graph)
    facts += [count_of(groups, "group")] if groups else []
    rest = f" (not said of {count_of(unsaid, 'node')})" if unsaid else ""
    return f"{plain(mark.name)}, {size_words(mark.size)}, gives {', '.join(facts)}{rest}."


def _actions(held: UploadState, loaded: Loaded | None) -> None:
    with st.container(horizontal=True, key="intake-actions", vertical_alignment="center"):
        st.button(
            "Use this graph" if loaded is None else primary_label("Use this graph"),
            type="primary", icon=":material/check:", key="accept",
            disabled=loaded is None, on_click=_accept,
        )  # fmt: skip
        st.button(
            "Use it, and publish", key="accept-publish", icon=":material/verified_user:",
            disabled=loaded is None, on_click=_accept, args=("release",),
        )  # fmt: skip
        st.button(
            "Choose another file", key="another", icon=":material/upload_file:",
            on_click=_let_go,
        )  # fmt: skip
        if held.loaded is None:
            st.button(
                "Back to the examples", key="to-examples", type="tertiary",
                icon=":material/arrow_back:", on_click=session.use_graph,
                args=(next(iter(graph_lines().values())),),
            )  # fmt: skip
        else:
            st.button(
                "Back without a change", key="unchanged", type="tertiary",
                icon=":material/arrow_back:", on_click=_back,
            )  # fmt: skip


def _notices(notices: Sequence[Notice]) -> None:
    """What is odd, one row each, with what can be done about it."""
    if not notices:
        return
    with st.container(border=True, key="notices", gap="small"):
        for notice in notices:
            with st.container(
                horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
            ):
                st.markdown(f":material/info: {plain(notice.text)}", width="content")
                if notice.field:
                    _decision(notice, f"notice-{notice.field}")


def _decision(notice: Notice, key: str) -> None:
    words = dict(notice.choices)
    now = notice.choice if notice.choice in words else None
    own_state.show_in_widget(key, now)
    st.segmented_control(
        notice.text, list(words), key=key,
        format_func=lambda id: plain(words[id][:1].upper() + words[id][1:]),
        required=now is not None, label_visibility="collapsed", wrap=True,
        on_change=_decide, args=(notice, key),
    )  # fmt: skip


def _decide(notice: Notice, key: str) -> None:
    """Answer a notice (a callback)."""
    answer = own_state.widget(key)
    if answer is not None and answer != notice.choice:
        intake_format.change(notice.field, answer, before=None)


def _reproduce(held: UploadState, shown: Preview | None) -> None:
    box = st.expander("The same in Python and on the command line", icon=":material/terminal:")
    with box:
        st.code(python_lines(held.brought, held.choices, shown), language="python", wrap_lines=True)
        if shown is not None and not held.choices.points:
            st.code(
                command_line(held.brought, held.choices, shown), language="bash", wrap_lines=True
            )


def _accept(page: str = "") -> None:
    """Use the graph, on this page or another, and keep the choices for its like (a callback)."""
    held = own_state.own_file()
    if held is None:
        return
    loaded = read_as(held.brought, held.choices)
    try:
        shape = preview_of(held.brought, Choices())  # of a release, that of the graph in it
        own_state.remember_reading(shape.shape_key, replace(held.choices, classes=None))
    except GraphFileError:
        pass  # a file without a shape teaches nothing about the next one
    own_state.hold_own_file(replace(held, loaded=loaded, accepted=held.choices))
    own_state.intake_note("")
    own_state.close_intake()
    if page:
        session.request_page(page)
    st.rerun()


def _let_go() -> None:
    """Ask for another file (a callback); this one can be taken up again while it is in memory."""
    own_state.intake_note("")
    own_state.hold_own_file(None)


def _back() -> None:
    """Leave everything as it was accepted (a callback)."""
    held = own_state.own_file()
    if held is not None:
        own_state.hold_own_file(replace(held, choices=held.accepted))
    own_state.close_intake()
    st.rerun()
