"""Every stored run as curves."""

import dataclasses
import json
import re

import plotly.graph_objects as go
import pytest

from graphdp_core.lab.papers import STUDIES
from graphdp_core.lab.papers.stored import read
from graphdp_core.plots.study import study_figure
from graphdp_core.plots.theme import DARK


@pytest.mark.sample
@pytest.mark.parametrize("kind", STUDIES, ids=lambda kind: kind.id)
def test_every_stored_run_is_drawn_in_the_themes_colours(kind):
    figure = study_figure(read(kind.id).table.rows, DARK, **dataclasses.asdict(kind.chart))
    go.Figure(figure)
    panels = {trace["xaxis"] for trace in figure["data"]}
    assert len(panels) == sum(name.startswith("xaxis") for name in figure["layout"])
    own = {DARK.background, DARK.surface, DARK.text, DARK.muted, DARK.grid, DARK.accent}
    assert set(re.findall(r"#[0-9a-fA-F]{6}\b", json.dumps(figure))) <= own | {*DARK.categorical}
