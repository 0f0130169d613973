"""A still picture has the shape of its size, and a caption that is text."""

from xml.etree import ElementTree as ET

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.plots.kinds.drawn import pair_of
from graphdp_core.plots.theme import DARK
from graphdp_core.takeaway.still import SIZES, caption_lines, still_svg

SVG = "{http://www.w3.org/2000/svg}"


def compared(analysis):
    graph, flip = gdp.load_graph("karate"), gdp.mechanism("edge_flip")
    return gdp.compare(graph, flip, gdp.analysis(analysis), epsilon=2.0, seed=4)


def box(root):
    return tuple(map(float, root.get("viewBox").split()))


@pytest.mark.parametrize("analysis", ["louvain", "persistence", "spectral"])
@pytest.mark.parametrize("size", SIZES)
def test_every_kind_has_every_size(analysis, size):
    c = compared(analysis)
    root = ET.fromstring(
        still_svg(c, size=size, caption=caption_lines(c, link="https://x.org/?a=1"))
    )
    _, _, width, height = box(root)
    if size == "slide":
        assert width / height == pytest.approx(16 / 9, rel=0.01)
    if size == "column":
        assert root.get("width") == "85mm"
        assert 13 / width * 85 / 25.4 * 72 > 6  # points of its letters
    (inner,) = root.findall(f"{SVG}svg")
    assert float(inner.get("x")) + float(inner.get("width")) <= width
    said = " ".join("".join(t.itertext()) for t in root.iter(f"{SVG}text"))
    for words in ("Karate club", "edgeFlip, ε = 2, noise draw 4", "proved: ε = 2", "https://x.org",
                  "not private"):  # fmt: skip
        assert words in said


def test_without_a_caption_there_is_no_room_for_one():
    c = compared("louvain")
    plain, captioned = (
        ET.fromstring(still_svg(c, caption=text)) for text in ("", caption_lines(c))
    )
    assert box(plain)[3] < box(captioned)[3]
    assert "noise draw" not in "".join(plain.itertext())


def test_a_hostile_caption_is_text():
    root = ET.fromstring(still_svg(compared("louvain"), caption="<script>alert(1)</script>\x00"))
    assert not list(root.iter(f"{SVG}script"))


def test_the_dark_one_has_dark_paper():
    root = ET.fromstring(still_svg(compared("spectrum"), theme=DARK))
    assert root.find(f"{SVG}rect").get("fill") == DARK.background


def test_a_picture_with_depth_is_seen_from_the_front():
    c = gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"),
        gdp.analysis("spectral", dimension=3), epsilon=2.0,
    )  # fmt: skip
    ET.fromstring(still_svg(c, pair_of(c, axes=(0, 1, 2))))


def test_another_size_is_refused():
    with pytest.raises(Refused, match="size must be one of page, slide, column"):
        still_svg(compared("louvain"), size="poster")
