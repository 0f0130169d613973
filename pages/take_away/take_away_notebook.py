"""One notebook of all snapshots: the browser sends them, each is measured, its numbers go along."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b

import streamlit as st

from graphdp_core.params import Refused
from graphdp_core.progress import Progress, Report
from graphdp_core.snapshots.workspace import Snapshot, Workspace
from graphdp_core.takeaway import Section, notebook
from pages.engine import progress
from pages.ground.own_file import size_words
from pages.ground.widget_script import component
from pages.session import session
from pages.take_away.pinned_recipes import OriginOf, recipes_of

__all__ = ["all_snapshots", "notebook_of"]

KEY, MADE = "take-pinned", "taken notebook"


def all_snapshots(origin_of: OriginOf) -> None:
    """The button that asks for it, and then the one that saves it."""
    mount = component("take_pinned", "takeaway/pinned", css="takeaway/picture")
    mount(key=KEY, data={}, on_asked_change=lambda: None)
    asked = session.answer(KEY, "asked")
    if not isinstance(asked, str):
        return
    key = blake2b(asked.encode(), digest_size=8).hexdigest()

    def make() -> str:
        snapshots = Workspace.from_json(asked).snapshots
        with progress.shown(f"notebook {key}") as report:
            return notebook_of(snapshots, origin_of, progress=report)

    try:
        made = session.keep_last(MADE, key, make)
    except Refused as error:
        st.warning(str(error), icon=":material/info:")
        return
    text = made.encode()
    st.download_button(
        f"Save the notebook, {size_words(len(text))}", text, "graphdp-snapshots.ipynb",
        "application/x-ipynb+json", type="primary", icon=":material/download:",
        key="save-snapshots", on_click="ignore",
    )  # fmt: skip
    if left_out := json.loads(made)["metadata"]["graphdp_left_out"]:
        st.caption("Left out: " + " ".join(f"snapshot {one}" for one in left_out))


def notebook_of(
    snapshots: Sequence[Snapshot], origin_of: OriginOf, *, progress: Report | None = None
) -> str:
    """A notebook with a section for each snapshot; those that measure nothing are named in it.

    Raises
    ------
    Refused
        If none of them measures anything.
    """
    whole, sections, left_out = Progress.of(progress), list[Section](), list[str]()
    for place, snapshot in enumerate(snapshots):
        part = whole.part(place, len(snapshots))
        part(0.0, f"snapshot {place + 1} of {len(snapshots)}")
        title = snapshot.title or f"Snapshot {place + 1}"
        try:
            for name, recipe in recipes_of(snapshot, origin_of, progress=part):
                heading = f"{title}: {name}" if name else title
                sections.append(Section(recipe, heading, snapshot.note if name != "B" else ""))
        except Refused as error:
            left_out.append(f"{place + 1}, {title}: {error}")
    if not sections:
        raise Refused(f"None of the snapshots can be measured again. {' '.join(left_out)}")
    return notebook(sections, left_out=left_out)
