"""The playground: one page that flips, counts and compares in the browser, without any server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from graphdp_core.datasets import generate, load_graph
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.takeaway.moving import THEME
from graphdp_core.web.pages import page
from graphdp_core.web.scripts import script, style

__all__ = ["playable", "playground_html"]

BUNDLED = ("karate", "florentine_families", "les_miserables", "davis_women")
BLOCKS = {"n": 120, "blocks": 4, "within": 0.25, "between": 0.015}
SHEETS = ("pair/pair", "chart/chart", "stage/stage", "takeaway/moving", "playground/playground")
STEPS = 1000  # of a place, from the middle to the border

BODY = f"""\
<header>
<h1>GraphDP <span>Playground</span></h1>
<p class="tagline">How much privacy can a graph bear?</p>
{THEME}
</header>
<main>
<div id="place"><noscript><p>Let this page run its script: it computes all there is to see, here \
in your browser, and asks for nothing.</p></noscript></div>
<details>
<summary>What is computed here, and what is promised</summary>
<p>All of it is computed in this page, which asks for nothing from any network: what you paste \
stays with you. The random draws are those of the Python package GraphDP, number for number, so \
that the same seed gives the same release there and here.</p>
<p>A noisy graph is edgeFlip: each pair of nodes is reported the wrong way round with probability \
1/(1 + e<sup>ε</sup>). Noisy degrees get two-sided geometric noise, P(x) ∝ e<sup>−ε|x|/2</sup>. \
The number of edges gets P(x) ∝ e<sup>−ε|x|</sup>, that of triangles the noise of its ladder. \
Each is ε-differentially private for one edge.</p>
<p><strong>This is for trying out, not a release.</strong> The true graph stands beside the noise, \
one draw is shown at many values of ε, and the noise comes from a seed. GraphDP itself publishes, \
with over thirty mechanisms, proofs, audits and certificates.</p>
</details>
</main>"""


def playground_html() -> str:
    """The playground as one HTML file, to be opened anywhere and framed by anyone.

    Bundled graphs, a small block model, or pasted edges of up to 300 nodes; edgeFlip, noisy degrees
    and a private count, drawn as `noise_stream(seed)` draws them here.

    Notes
    -----
    *Privacy*: it shows true graphs beside their releases: for trying out.

    Examples
    --------
    >>> text = playground_html()
    >>> "http://" in text.replace("http://www.w3.org/", ""), len(text) < 400_000
    (False, True)
    """
    return page(
        title="Playground - GraphDP",
        body=BODY,
        css="".join(map(style, SHEETS)),
        js=script("playground/main"),
        data={
            "graphs": [_given(id, graph) for id, graph in playable().items()],
            "epsilons": EPSILONS,
            "themes": themes_by_name(),
        },
    )


def playable() -> Mapping[str, Graph]:
    """The graphs that come along, by id, without weights."""
    graphs = {id: replace(load_graph(id), weights=None) for id in BUNDLED}
    blocks = generate("sbm", seed=1, **BLOCKS)
    return {**graphs, "blocks": replace(blocks, title="Random blocks")}


def _given(id: str, graph: Graph) -> dict[str, Any]:
    places = np.rint(layout_positions(graph) * STEPS).astype(int)
    given = {
        "id": id,
        "title": graph.title,
        "names": graph.names or [str(node) for node in range(1, graph.n + 1)],
        "edges": graph.edges.ravel().tolist(),
        "positions": places.ravel().tolist(),
    }
    if graph.labels is not None:
        given |= {"classes": graph.labels.tolist(), "class_names": graph.label_names}
    return given
