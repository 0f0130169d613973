"""Part of a mechanism's page: what was published of it, and what became of that here."""

import streamlit as st

from graphdp_core.lab.papers.shelf import rows_about
from graphdp_core.mechanisms.mechanism import Mechanism
from pages.ui.widgets import plain

FEW = 4  # rows that are shown; the shelf has all


def has_rows(mechanism: Mechanism) -> bool:
    """Whether the shelf says anything of it."""
    return bool(rows_about(mechanism.id))


def show(mechanism: Mechanism) -> None:
    """The rows of the shelf that are about it, later work first."""
    published = rows_about(mechanism.id)
    for paper, row in sorted(published, key=lambda one: one[0].id != "later")[:FEW]:
        place = row.place if paper.id == "later" else f"{paper.authors}, {row.place}"
        told = f"**{plain(row.claim)}** :small[({plain(place)})]  \n{plain(row.said)}"
        opened = f"&row={row.study}" if row.study else ""
        name = "The numbers beside ours" if opened else "On the shelf"
        st.markdown(f"{told} [{name}](/papers?paper={paper.id}{opened})")
