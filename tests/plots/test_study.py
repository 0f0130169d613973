"""Tables of reproductions as curves: every number at its place, ours beside what was published."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from graphdp_core.plots.study import study_figure, study_page
from graphdp_core.plots.theme import DARK, LIGHT
from tests.plots.packed import numbers

ROWS = pd.DataFrame(
    {"who": ["<i>edge</i>", "<i>edge</i>", "b"], "ε": [1.0, 0.1, 0.1], "Q": [0.4, 0.3, 0.1],
     "±": [np.nan, 0.1, 0.02], "print": [0.4, np.nan, np.nan]}
)  # fmt: skip
NAMED = {"x": "ε", "y": ("Q",), "curves": ("who",)}
WIDE = pd.DataFrame({"n": [50, 100], "W": ["0.2 ± 0.1", "0.1 ± nan"], "W published": [0.2, 0.2]})


def drawn(trace):
    """Places, means and both arms."""
    arms = trace.get("error_y") or {"array": [0.0], "arrayminus": [0.0]}
    parts = (trace["x"], trace["y"], arms["array"], arms["arrayminus"])
    return [numbers(part).round(3).tolist() for part in parts]


def test_a_row_is_a_point_of_the_curve_that_it_names_and_the_print_is_hollow():
    figure = study_figure(ROWS, LIGHT, **NAMED, interval=("±",), published="print")
    go.Figure(figure)
    edge, other, print = sorted(figure["data"], key=lambda trace: trace["name"])
    assert [edge["name"], other["name"], print["name"]] == ["&lt;i&gt;edge&lt;/i&gt;", "b",
                                                            "published"]  # fmt: skip
    assert drawn(edge) == [[0.1, 1.0], [0.3, 0.4], [0.1, 0.0], [0.1, 0.0]], "lines join neighbours"
    assert drawn(print)[:2] == [[1.0], [0.4]]
    assert print["marker"]["symbol"] == f"{edge['marker']['symbol']}-open"
    assert all(trace["showlegend"] for trace in figure["data"])


def test_columns_are_curves_and_a_published_one_belongs_to_its_own():
    ours, theirs = study_figure(WIDE, DARK, x="n", y=("W", "W published"))["data"]
    assert ours["line"]["color"] == theirs["line"]["color"]
    assert (ours["line"]["dash"], theirs["line"]["dash"]) == ("solid", "dash")
    assert drawn(ours) == [[50, 100], [0.2, 0.1], [0.1, 0.0], [0.1, 0.0]]
    assert drawn(theirs)[1] == [0.2, 0.2]


def test_words_are_dots_side_by_side_with_their_whole_intervals():
    rows = pd.DataFrame({"model": ["a", "a long name of two"], "true": [1.0, 1.1],
                         "±": [0.4, np.nan], "released": [1.0, 0.9]})  # fmt: skip
    figure = study_figure(rows, LIGHT, x="model", y=("true", "released"), interval=("±", ""))
    assert {trace["mode"] for trace in figure["data"]} == {"markers"}
    assert len({x for trace in figure["data"] for x in drawn(trace)[0]}) == 4
    low, high = figure["layout"]["yaxis"]["range"]
    assert low < 0.6 < 1.4 < high


@pytest.mark.parametrize(("means", "kind"), [([1, 50, 101], "log"), ([1, 50, 99], None)])
def test_values_of_a_wide_range_stand_on_a_log_axis(means, kind):
    assert study_figure(ROWS.assign(Q=means), LIGHT, **NAMED)["layout"]["yaxis"].get("type") == kind


def test_every_setting_has_its_panel_and_what_has_another_unit_is_left_out():
    rows = pd.DataFrame({"q": ["λ1", "E"] * 2, "ours": [1.0, 300.0] * 2, "m": ["a", "a", "b", "b"]})
    figure = study_figure(rows, LIGHT, x="q", y=("ours",), panels=("m",), without=("E",))
    assert [trace["xaxis"] for trace in figure["data"]] == ["x", "x2"]
    assert [title["text"] for title in figure["layout"]["annotations"]] == ["a", "b"]
    assert figure["layout"]["xaxis"]["ticktext"] == ["λ1"]


def test_nothing_is_drawn_of_nothing_and_a_page_needs_no_network(tmp_path):
    study_page(ROWS[:0], str(tmp_path / "page.html"), **NAMED)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Plotly.newPlot" in page
    assert "<script src=" not in page


def test_shares_stand_on_a_linear_axis_and_rows_of_one_value_alone_are_drawn():
    rows = pd.DataFrame({"of": ["all", "all", "one"], "who": ["a", "a", "a"],
                         "kept": [0.9, 0.3, 0.5], "Q": [0.2, 0.1, 0.7]})  # fmt: skip
    figure = study_figure(
        rows, LIGHT, x="kept", y=("Q",), curves=("who",), only=("of", "all"), is_share=True
    )
    (trace,) = figure["data"]
    assert drawn(trace)[:2] == [[0.3, 0.9], [0.1, 0.2]]
    assert figure["layout"]["xaxis"].get("type") != "log"
