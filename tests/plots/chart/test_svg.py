"""A chart as SVG: every mark at its place, words as text, and well-formed whatever it is named."""

import base64
import re
import struct
import zlib
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word
from graphdp_core.plots.chart.svg import chart_svg, round_numbers
from graphdp_core.plots.kinds.drawn import chart_of
from graphdp_core.plots.theme import DARK, LIGHT

SVG = "{http://www.w3.org/2000/svg}"


def panel(**more):
    dots = Marks.dots(np.array([0.0, 1.0]), np.array([0.0, 2.0]), "accent", size=6.0, word="dots")
    return Panel((0.0, 1.0), (0.0, 2.0), ("across", "up"), (dots,), **more)


def drawn(*panels, **more):
    titles = ("Without privacy", "With ε = 1")
    return ET.fromstring(chart_svg(Chart(panels, titles, alt="a chart", **more), LIGHT))


@pytest.mark.parametrize("id", ["persistence", "centrality", "spectrum"])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_kind_of_chart_is_drawn(id, theme):
    c = gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis(id), epsilon=2.0
    )
    chart = chart_of(c)
    root = ET.fromstring(chart_svg(chart, theme))
    said = {(text.text or "") for text in root.iter(f"{SVG}text")}
    assert set(chart.titles) <= said
    assert root.find(f"{SVG}title").text == chart.alt
    assert root.find(f"{SVG}rect").get("fill") == theme.background


def test_ends_of_the_axes_are_ends_of_the_panel():
    root = drawn(panel(), panel())
    paths = [p.get("d") for p in root.iter(f"{SVG}path") if p.get("fill") == LIGHT.accent]
    starts = [
        tuple(map(float, match)) for match in re.findall(r"M([\d.]+),([\d.]+)a", "".join(paths[:2]))
    ]
    (left, low), (right, high) = starts[:2]
    lines = [p.get("d") for p in root.iter(f"{SVG}path") if p.get("stroke") == LIGHT.grid]
    upright = [float(x) for x in re.findall(r"M([\d.]+),[\d.]+V", lines[0])]
    assert left + 3 == pytest.approx(min(upright), abs=0.2)  # a dot's path begins at its left end
    assert right + 3 == pytest.approx(max(upright), abs=0.2)
    assert low > high


def test_words_and_names_are_text():
    evil = "<script>alert(1)</script>\x00"
    word = Word(0.5, 1.0, evil, strong=evil)
    root = drawn(panel(words=(word,)), details=(evil, evil))
    assert not list(root.iter(f"{SVG}script"))
    assert sum("<script>" in "".join(t.itertext()) for t in root.iter(f"{SVG}text")) == 3


def test_what_is_not_proved_has_its_colour():
    root = drawn(panel(), panel(), unproved=(1,))
    inks = {t.text: t.get("fill") for t in root.iter(f"{SVG}text")}
    assert inks["With ε = 1"] == LIGHT.unproved
    assert inks["Without privacy"] == LIGHT.text


def test_cells_are_a_picture_of_as_many_pixels():
    cells = np.array([[0, 1, 255], [255, 0, 128]], dtype=np.uint8)
    root = drawn(replace(panel(), cells=cells))
    (image,) = root.iter(f"{SVG}image")
    png = base64.b64decode(image.get("href").partition(",")[2])
    assert struct.unpack(">II", png[16:24]) == (3, 2)
    length = struct.unpack(">I", png[33:37])[0]
    rows = np.frombuffer(zlib.decompress(png[41 : 41 + length]), np.uint8).reshape(2, 13)
    pixels = rows[:, 1:].reshape(2, 3, 4)
    assert (pixels[..., 3] > 0).tolist() == (cells > 0).tolist()
    dark = [int(LIGHT.sequential[-1][i : i + 2], 16) for i in (1, 3, 5)]
    assert pixels[0, 2, :3].tolist() == pixels[1, 0, :3].tolist() == dark


@pytest.mark.parametrize("ends", [(0.0, 1.0), (-3e-7, 2e-7), (0.0, 123456.0), (5.0, 5.0)])
def test_round_numbers_lie_within_their_ends(ends):
    values = [value for value, _ in round_numbers(*ends)]
    slack = 1e-9 * (ends[1] - ends[0])
    assert all(ends[0] - slack <= value <= ends[1] + slack for value in values)
    assert len(values) <= 7
    assert len(set(np.round(np.diff(values), 12))) <= 1
