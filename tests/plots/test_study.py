"""Tables of reproductions as curves: every number at its place, ours beside what was published."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas as pd
import pytest

from graphdp_core.plots.study import study_svg
from graphdp_core.plots.theme import DARK, LIGHT

ROWS = pd.DataFrame(
    {"who": ["<i>edge</i>", "<i>edge</i>", "b"], "ε": [0.1, 1.0, 0.1], "Q": [0.3, 0.4, 0.1],
     "±": [0.1, np.nan, 0.02], "print": [np.nan, 0.4, np.nan]}
)  # fmt: skip
WIDE = pd.DataFrame({"n": [50, 100], "W": ["0.2 ± 0.1", "0.1 ± nan"], "W published": [0.2, 0.2]})
NUMBER = re.compile(r"-?[\d.]+")


def paths(svg, **having):
    found = [e.attrib for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("path")]
    return [a for a in found if all(a.get(k.replace("_", "-")) == v for k, v in having.items())]


def texts(svg):
    return ["".join(e.itertext()) for e in ElementTree.fromstring(svg).iter()
            if e.tag.endswith("text")]  # fmt: skip


def middle(circle):
    """Of a circle that begins at its left."""
    x, y, r = map(float, NUMBER.findall(circle["d"])[:3])
    return x + r, y


def test_a_row_is_a_point_of_the_curve_that_it_names_and_the_print_is_hollow():
    svg = study_svg(ROWS, LIGHT, x="ε", y=("Q",), curves=("who",), interval=("±",),
                    published="print", alt="<b>")  # fmt: skip
    (line,) = paths(svg, stroke_width="1.8")
    (x0, y0), (x1, y1) = np.array(NUMBER.findall(line["d"]), float).reshape(-1, 2)
    assert 0 < x0 < x1
    assert 0 < y1 < y0, "more is higher"
    hollow = [a for a in paths(svg, fill="none") if "A" in a["d"].upper()]
    assert len(hollow) == 2, "the point and the legend's"
    x, y = middle(hollow[0])
    assert (x, y) == pytest.approx((x1, y1), abs=0.2)
    assert len(paths(svg, stroke_width="1.2")) == 2, "intervals where there are any"
    assert {"<i>edge</i>", "b", "published"} <= set(texts(svg))


def test_columns_are_curves_and_a_published_one_belongs_to_its_own():
    svg = study_svg(WIDE, DARK, x="n", y=("W", "W published"))
    ours, theirs = paths(svg, stroke_width="1.8")
    assert ours["stroke"] == theirs["stroke"]
    assert "stroke-dasharray" in theirs
    assert "stroke-dasharray" not in ours
    ends = [NUMBER.findall(line["d"])[1] for line in (ours, theirs)]
    assert ends[0] == ends[1], "both begin at 0.2"


def test_words_are_dots_with_their_whole_intervals_and_no_lines():
    rows = pd.DataFrame({"model": ["a", "a long name of two"], "true": [1.0, 1.1],
                         "±": [0.4, np.nan], "released": [1.0, 0.9]})  # fmt: skip
    svg = study_svg(rows, LIGHT, x="model", y=("true", "released"), interval=("±", ""))
    assert paths(svg, stroke_width="1.8") == []
    (whole,) = paths(svg, stroke_width="1.2")
    _, low, _, high = map(float, NUMBER.findall(whole["d"]))
    assert 0 < high < low
    dots = paths(svg, fill_opacity="1")
    places = [float(x) for dot in dots for x in re.findall(r"M(-?[\d.]+)", dot["d"])]
    assert len({round(at) for at in places}) == 4, "side by side, not one over the other"


@pytest.mark.parametrize(("means", "is_log"), [([1, 50, 101], True), ([1, 50, 99], False)])
def test_values_of_a_wide_range_stand_on_a_log_axis(means, is_log):
    svg = study_svg(ROWS.assign(Q=means), LIGHT, x="ε", y=("Q",), curves=("who",))
    assert ({"1", "10", "100"} <= set(texts(svg))) is is_log


def test_what_has_another_unit_is_left_out_and_nothing_is_drawn_of_nothing():
    rows = pd.DataFrame({"q": ["λ1", "E"], "ours": [1.0, 300.0], "m": ["a", "a"]})
    svg = study_svg(rows, LIGHT, x="q", y=("ours",), curves=("m",), without=("E",))
    assert "λ1" in texts(svg)
    assert "E" not in texts(svg)
    assert paths(study_svg(ROWS[:0], LIGHT, x="ε", y=("Q",), curves=("who",))) == []
