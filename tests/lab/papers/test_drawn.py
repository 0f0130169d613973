"""Every stored run as curves."""

import dataclasses
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from graphdp_core.lab.papers import STUDIES
from graphdp_core.lab.papers.stored import read
from graphdp_core.plots.study import study_svg
from graphdp_core.plots.theme import DARK

NUMBER = re.compile(r"-?[\d.]+")


def paths(root, width):
    return [e.attrib for e in root.iter()
            if e.tag.endswith("path") and e.get("stroke-width") == width]  # fmt: skip


@pytest.mark.parametrize("kind", STUDIES, ids=lambda kind: kind.id)
def test_every_stored_run_is_drawn_within_its_frame(kind):
    rows = read(kind.id).table.rows
    svg = study_svg(rows, DARK, alt=kind.title, **dataclasses.asdict(kind.chart))
    root = ElementTree.fromstring(svg)
    width, height = (float(root.get(name)) for name in ("width", "height"))
    drawn = paths(root, "1.8") + paths(root, "1.2")
    assert any(e.get("d", "").endswith("Z") for e in root.iter()), "marks"
    for line in drawn:
        places = np.array(NUMBER.findall(line["d"]), float).reshape(-1, 2)
        assert (places >= 0).all()
        assert (places <= (width, height)).all()
    own = {DARK.background, DARK.text, DARK.muted, DARK.grid, *DARK.categorical}
    assert set(re.findall(r"#[0-9a-fA-F]{6}\b", svg)) <= own
