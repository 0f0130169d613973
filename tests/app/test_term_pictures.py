"""Every term of the glossary has a picture of its own that fits every theme."""

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from graphdp_core.web.pages import assets
from pages.ground.glossary import terms
from pages.server.guide_routes import guide

WIDTH, HEIGHT = 120, 64
TERMS = json.loads(guide(("board", "mechanisms")))["terms"]
PICTURES = {term["name"].lower(): term["picture"] for term in TERMS}
RESERVED = "var(--noise)", "var(--lost)"
COLOURS = {"currentColor", "none", "var(--true)", "var(--other)", "var(--quiet)", *RESERVED}
OF_NOISE = {
    "neighbouring", "relation", "weight privacy", "post-processing", "mechanism", "release",
    "propose-test-release", "laplace noise", "geometric noise", "gaussian noise",
    "randomised response", "true positive rate", "false positive rate", "debiasing",
    "noise stream", "seed", "teaching mode", "baseline", "draw", "repeat", "metric", "alignment",
    "bottleneck distance", "wasserstein distance",
}  # fmt: skip


def test_no_term_is_without_a_picture_and_no_two_share_one():
    assert set(PICTURES) == set(terms())
    assert len(set(PICTURES.values())) == len(PICTURES)
    assert len(list((assets() / "guide" / "terms").iterdir())) == len(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_page_s_colours_and_stays_in_its_frame(name):
    picture = ElementTree.fromstring(PICTURES[name])
    assert picture.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert len(picture) > 0
    for stroke in picture.iter():
        assert {stroke.get("fill", "none"), stroke.get("stroke", "none")} <= COLOURS
        for key, most in (("cx", WIDTH), ("cy", HEIGHT), ("x", WIDTH), ("y", HEIGHT)):
            assert 0 <= float(stroke.get(key, 1)) <= most
        for x, y in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", stroke.get("d", "")):
            assert 0 <= float(x) <= WIDTH
            assert 0 <= float(y) <= HEIGHT


def test_the_reserved_colours_are_kept_for_what_noise_made_or_took():
    assert {n for n in PICTURES if any(ink in PICTURES[n] for ink in RESERVED)} == OF_NOISE


@pytest.mark.parametrize(
    "file", sorted((assets() / "leaving").iterdir()), ids=lambda file: file.stem
)
def test_what_leaves_the_house_is_drawn_in_the_page_s_colours(file):
    drawn = ElementTree.parse(file).getroot()
    assert drawn.get("viewBox") == f"0 0 176 {HEIGHT}"
    for stroke in drawn.iter():
        assert {stroke.get("fill", "none"), stroke.get("stroke", "none")} <= COLOURS
