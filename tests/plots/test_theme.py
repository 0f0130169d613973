"""Colours: contrast, distinctness under colour blindness, and a chart that calls nobody."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from graphdp_core.plots.theme import CONFIG, DARK, LIGHT, Theme, layout

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])

# Machado, Oliveira & Fernandes (2009), full severity, on linear RGB.
VISION = {
    "full": np.eye(3),
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}
TO_XYZ = np.array([[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]])


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    low, high = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, vision: str) -> np.ndarray:
    seen = np.clip(np.asarray(VISION[vision]) @ linear(colour), 0, 1)
    xyz = TO_XYZ @ seen / [0.9505, 1, 1.0888]
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@THEMES
def test_text_reads_and_marks_show(theme: Theme) -> None:
    for ground in (theme.background, theme.surface):
        assert contrast(theme.text, ground) >= 4.5
        assert contrast(theme.muted, ground) >= 4.5
    assert contrast(theme.unproved, theme.background) >= 4.5
    marks = (theme.accent, theme.baseline, theme.kept, theme.lost, theme.invented, theme.unproved)
    for colour in (*marks, theme.opposite, *theme.categorical):
        assert contrast(colour, theme.background) >= 3


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_categories_stay_apart_for_every_eye(theme: Theme, vision: str) -> None:
    seen = [lab(colour, vision) for colour in theme.categorical]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 17


@THEMES
@pytest.mark.parametrize("vision", VISION)
def test_what_noise_invented_and_what_it_took_look_like_no_class(theme: Theme, vision: str) -> None:
    classes = [lab(colour, vision) for colour in theme.categorical]
    for reserved in (theme.invented, theme.lost):
        assert min(np.linalg.norm(lab(reserved, vision) - seen) for seen in classes) > 14
    assert np.linalg.norm(lab(theme.invented, vision) - lab(theme.lost, vision)) > 30


@THEMES
def test_each_colour_has_its_own_symbol(theme: Theme) -> None:
    assert len(set(theme.categorical)) == len(set(theme.symbols)) == 8


def test_charts_offer_no_upload() -> None:
    assert CONFIG["displaylogo"] is False
    assert CONFIG["showSendToCloud"] is False
    assert CONFIG["plotlyServerURL"] == ""
    assert CONFIG["toImageButtonOptions"]["format"] == "svg"


@THEMES
def test_layout_leaves_nothing_to_a_foreign_template(theme: Theme) -> None:
    frame = layout(theme)
    assert frame["template"] == {"data": {"scatter": [{"type": "scatter"}]}}
    assert frame["paper_bgcolor"] == frame["plot_bgcolor"] == "rgba(0,0,0,0)"
    assert frame["font"]["size"] >= 12
    assert frame["uirevision"]


def test_room_for_the_legend_can_be_given_up() -> None:
    assert layout(LIGHT, legend=False)["margin"]["b"] < layout(LIGHT)["margin"]["b"]


ASSETS = Path(__file__).parents[2] / "assets"
WRITTEN = sorted([*ASSETS.rglob("*.css"), *ASSETS.rglob("*.js")])
MEANING_THEM = {"board", "guide", "lesson", "pair", "stage"}  # draw what noise made and took


def test_no_style_or_script_writes_a_reserved_colour_out() -> None:
    reserved = [ink for theme in (LIGHT, DARK) for ink in (theme.invented, theme.lost)]
    for path in WRITTEN:
        for short in re.findall(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b", path.read_text()):
            ink = lab("#" + (short if len(short) == 6 else "".join(c * 2 for c in short)), "full")
            near = min(np.linalg.norm(lab(colour, "full") - ink) for colour in reserved)
            assert near > 14, f"{path.name} writes #{short}: take the theme's own name"


def test_reserved_colours_are_taken_by_name_for_what_they_mean() -> None:
    taken = set()
    for path in WRITTEN:
        text = path.read_text()
        if path.suffix == ".js" and re.search(r"[.\"](invented|lost)\b(?!\()", text):
            taken.add(path.parent.name)
        for rules, said in re.findall(
            r"([^{}]+)\{([^{}]*)\}", text if path.suffix == ".css" else ""
        ):
            for name in re.findall(r"var\(--[\w-]*(invented|lost)\)", said):
                assert name in rules, f"{path.name}: {rules.strip()} is drawn as {name}"
                taken.add(path.parent.name)
    assert taken <= MEANING_THEM
    assert {"board", "pair"} <= taken


HAS = re.compile(r"[^\s,{}]*:has\(((?:[^()]|\([^()]*\))*)\)")


def test_no_mark_that_is_drawn_has_the_whole_page_styled_anew() -> None:
    """Each one did, for 50 ms: of a page's root, or of what any new element may be."""
    for path in ASSETS.rglob("*.css"):
        for rule in HAS.finditer(path.read_text()):
            assert not re.match(r":root|html|body|\.stApp", rule[0]), rule[0]
            assert not re.search(r":not\(|(^|[\s>+~,])(\*|:(?!is\())", rule[1]), rule[0]
