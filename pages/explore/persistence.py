"""Persistence: which components, loops and voids of the shape survive."""

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.metrics.diagrams import bottleneck
from graphdp_core.metrics.shifted_diagrams import log_diagram, shift_invariant_bottleneck
from graphdp_core.spectra.alignment import procrustes
from pages.parts import dimensions, growth, repeated_diagrams
from pages.shared import page, scenario_cache, session, widgets

VIEWS = (
    "Up to size: births and deaths on a log scale, where another size of the shape is only a "
    "shift; the matching is then drawn after the best shift."
)

page.heading(
    "Does the shape survive?",
    "Balls grow around the embedded nodes; each component (H0), loop (H1) or void (H2) is a point: "
    "when it is born and when it dies. Far from the diagonal is shape, near it is noise.",
)
scenario = session.current()
analysis = widgets.settings(Persistence, beside=("correction", "complex", "max_homology"))
c = page.compare(scenario, analysis)
theme = page.theme()
headline = ["loops_private", "normalised_h1", "normalised_h0", "shift_invariant_h1"]
headline += ["normalised_h2"] if analysis.max_homology == 2 else ["stability_bound"]
page.cards(page.metric_cards(c, headline))
dimensions.void_hint(scenario, analysis)
with st.container(horizontal=True, vertical_alignment="bottom"):
    views = {"Diagram": "diagram", "Up to size": "log", "Barcode": "bars", "Betti curves": "betti"}
    view = widgets.choose("View", views, key="view", help=VIEWS)
    matched = st.toggle(
        "Show the matching", key="matching", bind="query-params", disabled=view[0] == "b",
        help="Joins each feature to its partner in the other diagram, as in the bottleneck "
        "distance. Reads the true graph: not private.",
    )  # fmt: skip
left, right = c.baseline.pairs, c.private.pairs
if view == "diagram":
    near = scenario_cache.get(
        scenario_cache.key(c, "matching"),
        lambda: [bottleneck(a, b) for a, b in zip(left, right, strict=False)],
    )
    figure = plots.diagram_pair(
        left, right, theme, sides=plots.Sides.of(c),
        matching={k: d.matching for k, d in enumerate(near)} if matched else None,
        bottleneck=near[-1].distance if matched else None,
        bound=c.metrics["stability_bound"],
    )  # fmt: skip
elif view == "log":
    left, right = ([log_diagram(d if k else []) for k, d in enumerate(x)] for x in (left, right))
    best = [shift_invariant_bottleneck(a, b) for a, b in zip(left, right, strict=False)]
    figure = plots.diagram_pair(
        left, right, theme, sides=plots.Sides.of(c), unit="ln",
        matching={k: d.matching for k, d in enumerate(best)} if matched else None,
        shifts={k: d.shift for k, d in enumerate(best)},
        bottleneck=best[-1].distance if matched else None,
    )  # fmt: skip
else:
    draw = plots.barcode_pair if view == "bars" else plots.betti_curves
    figure = draw(left, right, theme, sides=plots.Sides.of(c))
page.figure(
    figure,
    key=f"persistence-{view}",
    alt=f"Persistence of the embedding without privacy and with epsilon {c.epsilon:g}.",
)
if view == "diagram" and np.isfinite(c.metrics["stability_bound"]):
    st.caption(
        "Above the dashed line, twice the stability bound over the diagonal, every feature has a "
        "partner on the other side for certain; where there is no line, the nodes move too far to "
        "be certain of any."
    )
if view == "log":
    for k, found in enumerate(best[1:], start=1):
        st.caption(
            f"H{k}: scaled by {np.exp(found.shift):.3f}, the baseline's diagram comes within "
            f"{found.distance:.4f}{f', certified to {found.gap:.0e}' if found.gap > 0 else ''}. "
            "Components (H0) are born at 0, which has no logarithm."
        )
page.notes(c.baseline, c.private)
page.guarantee(c)
page.actions(c)
page.numbers(c)

st.header("Which features does every repeat show?", anchor=False)
repeated_diagrams.repeated_draws(c)
st.header("How does the diagram move with ε?", anchor=False)
repeated_diagrams.animation(c)
growth.growth(scenario, c, ("bottleneck_h1", "shift_invariant_h1", "normalised_h1"))
st.header("The cloud behind the diagrams", anchor=False)
cloud, private = c.baseline.points, c.private.points
if len(cloud) == len(private) == c.graph.n:
    page.figure(
        plots.pair_figure(
            plots.cloud_pair(
                *plots.widest_view(cloud, procrustes(private, cloud)), axis_word="direction",
                categories=c.graph.labels, category_names=c.graph.label_names, names=c.graph.names,
            ),
            theme, sides=plots.Sides.of(c),
        ),
        key="cloud",
        alt="The embedded nodes without privacy and private, turned to lie on each other.",
        nodes=c.graph.n,
    )  # fmt: skip
else:
    st.caption("The diagrams stand on landmarks, which differ on the two sides.")


def features() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"graph": side, "dimension": f"H{k}", "birth": birth, "death": death}
            for side, diagram in (("without privacy", c.baseline), ("private", c.private))
            for k, pairs in enumerate(diagram.pairs)
            for birth, death in pairs
        ]
    )


page.table("All features", features, key="features")
