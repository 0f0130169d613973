"""Papers: what the five papers and later work claim, and what became of every row here."""

import streamlit as st

from graphdp_core.reproduce.papers import PAPERS
from pages.parts import paper_shelf
from pages.shared import page
from pages.shared.widgets import choose

page.heading(
    "What became of the five papers?",
    "Every claim, table, figure and announced work, with an honest status, and what later work "
    "prints. A stored result was computed by this program; run it again to check.",
)
paper = choose("Paper", {paper.id.capitalize(): paper for paper in PAPERS}, key="paper",
               ids=tuple(paper.id for paper in PAPERS))  # fmt: skip
st.markdown(f"**{paper.title}**  \n{paper.authors}. {paper.source}")
st.markdown(paper.story)
paper_shelf.rows(paper)
