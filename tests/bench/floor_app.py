"""The least an app can do: a slider and the embeddings page's two figures from ready arrays."""

import streamlit as st

import graphdp_core as gdp
from graphdp_core import plots
from graphdp_core.spectra.alignment import procrustes

STOPS = (2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0)


@st.cache_resource
def figures(n: int, epsilon: float) -> tuple[dict, dict]:
    graph = gdp.generate("sbm", n=n, seed=0)
    c = gdp.compare(graph, gdp.mechanism("edge_flip"), gdp.analysis("spectral"), epsilon=epsilon)
    sides = plots.Sides.of(c)
    pair = plots.cloud_pair(
        c.baseline.points,
        procrustes(c.private.points, c.baseline.points),
        categories=graph.labels,
        category_names=graph.label_names,
    )
    cloud = plots.pair_figure(pair, plots.LIGHT, sides=sides)
    scree = plots.scree_pair(
        c.baseline.scree,
        c.private.scree,
        plots.LIGHT,
        sides=sides,
        d_left=len(c.baseline.values),
        d_right=len(c.private.values),
    )
    return cloud, scree


nodes = int(st.query_params.get("n", 1000))
for stop in STOPS:
    figures(nodes, stop)
st.title("Floor")
epsilon = st.select_slider("ε", STOPS, value=3.0, key="epsilon")
for key, figure in zip(("cloud", "scree"), figures(nodes, epsilon), strict=True):
    st.plotly_chart(figure, key=key, config=plots.CONFIG, theme=None)
