"""Last parts of the Release page: what to take home, what follows from it, and a check of any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from graphdp_core.mechanisms import Mechanism
from graphdp_core.params import Refused
from graphdp_core.serving import command
from graphdp_core.trust.in_memory_release import Parcel, opened
from graphdp_core.trust.parcel import PlannedNumbers
from graphdp_core.trust.received import derived_results
from graphdp_core.vocabulary import of_ties
from pages.ground.records import session_record
from pages.ground.widget_script import component
from pages.ui.widgets import plain


@dataclass
class Publication:
    """What a person is publishing, or has published last.

    Parameters
    ----------
    parcel : (PlannedNumbers, str, Mechanism, str) or None
        The numbers of a plan, and what they stand for: graph's place, mechanism, epsilon.
    failed : str
        Why nothing was released.
    is_saved : bool
        Whether the browser was told to save what was released.
    follows : tuple of (Parcel, bytes or str) or None
        What was found in a release, or why nothing was.
    linked : str
        The epsilon of the last link.
    """

    parcel: tuple[PlannedNumbers, str, Mechanism, str] | None = None
    failed: str = ""
    done: Parcel | None = None
    is_saved: bool = False
    follows: tuple[Parcel, bytes | str] | None = None
    linked: str = ""


def take_home(done: Parcel) -> None:
    """What was published, and what to save; it is gone when this browser's session ends."""
    epsilon = done.certificate["epsilon"]
    zip_name = f"release-{epsilon}.zip"
    with st.container(key="release-done"):
        st.success(
            f"Released once at ε = {epsilon}: your browser saves {zip_name}. In the ledger: "
            f"{done.spent}",
            icon=":material/verified_user:",
        )
    st.markdown(of_ties(done.certificate["statement"]))
    if told := done.certificate["not_protected"]:
        st.warning(told, icon=":material/warning:")
    left, right = st.columns(2, gap="large")
    with left, st.container(border=True, key="release-leaves"):
        st.header("May leave the house", anchor=False)
        _save("The release again", done.release, zip_name, primary=True)
        st.caption(
            "Open README.html in it first: what it is and whom to ask. Anybody can check it at "
            f"*Check one* above, or in a shell: `{command()} verify {zip_name}`"
        )
        ticked(done.checks)
        _afterwards(done)
    with right, st.container(border=True):
        st.header("Stays at home", anchor=False)
        _save("The ledger", done.ledger, "people.jsonl")
        _save("Its key", done.key, "people.jsonl.key")
        if done.mapping:
            _save("Who is which number", done.mapping, "PRIVATE-who-is-which.csv")
        st.caption(
            "Hand in the ledger and its key with the next release of the same people. An older "
            "copy does not know of this one: throw it away."
        )
    numbers = ", its key and who is which number" if done.mapping else " and its key"
    st.caption(
        f"This page keeps them until you leave. Save all of them now: the release, the ledger"
        f"{numbers}."
    )
    made = session_record(Publication)
    saves, made.is_saved = "" if made.is_saved else "release-leaves", True
    component("seen", "given/seen")(key="seen", data={"of": "release-done", "saves": saves})
    st.button(
        "I have saved them: begin another release", key="release.again",
        on_click=_begin_again,
    )  # fmt: skip


def _begin_again() -> None:
    session_record(Publication).done = None


def _afterwards(done: Parcel) -> None:
    """What follows from the release alone, on request."""
    follows = session_record(Publication).follows
    if follows is None or follows[0] is not done:
        st.button(
            "Find communities, ranking and statistics in it", key="release.after",
            icon=":material/insights:", on_click=_follow, args=(done,), width="stretch",
            help="Computed from the zip alone, in a process that is given nothing else: free of "
            "charge, and as private as the zip. Takes some seconds.",
        )  # fmt: skip
        return
    if isinstance(follows[1], str):
        st.caption(follows[1])
        return
    _save("What follows from it", follows[1], f"follows-{done.certificate['epsilon']}.zip")
    st.caption("Communities, ranking and statistics, from the release alone: free of charge.")


def _follow(done: Parcel) -> None:
    """Compute it, in a process of its own (the button's callback)."""
    made: bytes | str
    try:
        made = derived_results(done.release)
    except Refused as refusal:
        made = sentence(refusal)
    session_record(Publication).follows = (done, made)


def check() -> None:
    """Verify a release that somebody hands in."""
    files = st.file_uploader(
        "A release (.zip), and its ledger if it is yours", accept_multiple_files=True,
        key="verify.files",
    )  # fmt: skip
    zips = [file for file in files if file.name.lower().endswith(".zip")]
    ledgers = [file for file in files if file.name.lower().endswith((".jsonl", ".key"))]
    for file in files:
        if file not in (*zips, *ledgers):
            st.warning(f"**{plain(file.name)}** is no release: a release ends in .zip, a ledger in "
                       ".jsonl, its key in .key. It was not read.")  # fmt: skip
    if not zips:
        st.caption("Every byte is compared with the certificate, and its claim with the mechanism.")
    rest = {file.name: file.getvalue() for file in ledgers}
    for file in zips:
        try:
            made = opened(file.getvalue(), rest)
        except Refused as refusal:
            st.error(f"**{plain(file.name)}**: {sentence(refusal)}", icon=":material/gpp_bad:")
            continue
        st.success(
            f"**{plain(file.name)}**: {of_ties(made.statement())}", icon=":material/verified_user:"
        )
        ticked(made.checks)


def ticked(checks: Sequence[str]) -> None:
    """What was checked, a line each."""
    for text in checks:
        st.caption(f":green[:material/check:] {text}")


def _save(label: str, data: bytes, name: str, *, primary: bool = False) -> None:
    st.download_button(
        label, data, name, key=f"save {name}", icon=":material/download:", on_click="ignore",
        type="primary" if primary else "secondary", width="stretch",
    )  # fmt: skip


def sentence(error: Exception | str) -> str:
    """What an error says, as a sentence that may stand on a page."""
    text = plain(str(error))
    return text[:1].upper() + text[1:]
