"""The script behind every page: the page table, the menus of the sidebar, then the page itself."""

from pathlib import Path

import streamlit as st

from graphdp_core.results import Partition, Scores, SpanningTree, Spectrum
from pages.shared import session, streamlit_internals, turns
from pages.shared.sidebar import epsilon_and_draw, graph_and_mechanism

PAGES = Path(__file__).parent
ASSETS = PAGES.parent / "assets"


def page(path: str, title: str, help: str, *, address: str = "", default: bool = False) -> st.Page:
    """One entry of the page table; its address is the file's name if no other is given."""
    return st.Page(
        PAGES / path,
        title=title,
        help=help,
        url_path=address or Path(path).stem.replace("_", "-"),
        default=default,
    )


TABLE = [
    page("explore/overview.py", "Overview",
         "The graph with and without privacy, and what its statistics become.", default=True),
    page("explore/embeddings.py", "Embeddings",
         "Where the nodes lie in a spectral embedding, with and without privacy."),
    page("explore/persistence.py", "Persistence",
         "Which holes and clusters of the shape survive, as persistence diagrams."),
    page("explore/clusters.py", "Clusters",
         "Which communities survive, by several ways of finding them."),
    page("explore/spanning_tree.py", "Spanning tree",
         "The minimum spanning tree of the released graph over the true one."),
    page("explore/centrality.py", "Centrality",
         "Which nodes stay on top, by six measures of importance."),
    page("explore/spectrum.py", "Spectrum",
         "Which eigenvalues and eigenvectors stand out of the noise."),
    page("decide/trade_off.py", "Trade-off",
         "A metric against epsilon over repeated draws, with bands: which epsilon is enough."),
    page("data/catalogue.py", "Data",
         "What is loaded, what was cleaned, which other graphs there are, and how to save.",
         address="data"),
]  # fmt: skip

# What a page can show beside what it computes from a released graph, by the page's address.
READS = {
    "clusters": (Partition, SpanningTree),
    "spanning-tree": (SpanningTree,),
    "centrality": (Scores,),
    "spectrum": (Spectrum,),
    "trade-off": (Partition, SpanningTree, Scores, Spectrum),
}

st.set_page_config(page_title="GraphDP", page_icon=str(ASSETS / "icon.png"), layout="wide")
st.logo(str(ASSETS / "logo.svg"), size="large")
chosen = st.navigation(TABLE, position="top")
session.drop_nonfinite_params()
with st.sidebar:
    scenario = graph_and_mechanism(READS.get(chosen.url_path, ()))
    noise = st.container()
    st.caption(
        "Teaching mode: the noise is reproducible and shared between values of ε, and the true "
        "graph is shown beside it. Nothing on screen is a release."
    )


@st.fragment
def page_and_noise() -> None:
    """All that another epsilon changes: a move of the slider runs this, not the menus above."""
    with turns.hold():
        with noise:
            session.remember(epsilon_and_draw(scenario))
        streamlit_internals.run_page(chosen)


page_and_noise()
