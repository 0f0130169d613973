"""Typed arrays and harmless text.

Numbers as people read them.
"""

from __future__ import annotations

import base64
import json
import math

import numpy as np
import plotly.graph_objects as go
import plotly.io
import plotly.tools
import pytest

from graphdp_core.digits import epsilon_label
from graphdp_core.plots.encode import encode_array, escape, segments, truncate, trusted_figure
from graphdp_core.plots.numbers import format_number


def decode(spec: dict[str, str]) -> np.ndarray:
    flat = np.frombuffer(base64.b64decode(spec["bdata"]), dtype="<" + spec["dtype"])
    return flat.reshape([int(k) for k in spec["shape"].split(",")]) if "shape" in spec else flat


@pytest.mark.parametrize(
    "values", [[1.5, -2.25, np.nan], [1, 2, 3], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [True, False]]
)
def test_typed_arrays_decode_to_the_input(values: list[float]) -> None:
    np.testing.assert_array_equal(decode(encode_array(values)), np.asarray(values))


def test_columns_of_a_table_decode_in_order() -> None:
    table = np.arange(6.0).reshape(3, 2)
    np.testing.assert_array_equal(decode(encode_array(table[:, 1])), [1, 3, 5])


def test_plotly_takes_a_ready_figure_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = {"data": [{"type": "scatter", "y": encode_array([1.0, 2.0])}], "layout": {"height": 9}}

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("validated again")

    monkeypatch.setattr(go.Figure, "__init__", refuse)
    made = trusted_figure(figure)
    sent = plotly.tools.return_figure_from_figure_or_data(made, validate_figure=True)
    assert json.loads(plotly.io.to_json(sent, validate=False)) == figure


def test_segments_are_broken_by_nan() -> None:
    points = np.array([[0, 0], [1, 0], [1, 1]], dtype=np.float32)
    line = segments(points, np.array([[0, 1], [1, 2]]))
    np.testing.assert_array_equal(
        line, [[0, 0], [1, 0], [np.nan, np.nan], [1, 0], [1, 1], [np.nan, np.nan]]
    )


def test_markup_formulas_and_line_breaks_are_disarmed() -> None:
    assert escape("<a href='x'>$x$ & y\n</a>") == (
        "&lt;a href='x'&gt;&#36;x&#36; &amp; y &lt;/a&gt;"
    )


def test_long_labels_are_cut_before_they_are_escaped() -> None:
    assert truncate("&" * 30, 5) == "&amp;&amp;&amp;&amp;…"
    assert truncate("short", 5) == "short"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0"),
        (7, "7"),
        (1234567, "1,234,567"),
        (1234.5, "1,234"),
        (999.7, "1,000"),
        (0.12345, "0.123"),
        (0.5, "0.5"),
        (12.345, "12.3"),
        (-0.0712, "−0.0712"),
        (1e-7, "1 × 10⁻⁷"),
        (1.5e20, "1.5 × 10²⁰"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "—"),
        (None, "—"),
        (np.float64(2.0), "2"),
        (np.int64(12), "12"),
    ],
)
def test_numbers_read_well(value: float | None, text: str) -> None:
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (1.0, "100%"),
        (0.5, "50%"),
        (0.0456, "4.56%"),
        (0.9996646, "99.966%"),
        (0.9995, "99.95%"),
        (1 - 2e-9, "more than 99.99%"),
        (math.nan, "—"),
    ],
)
def test_shares_read_as_percentages(share: float, text: str) -> None:
    assert format_number(share, percent=True) == text


def test_epsilon_is_written_with_its_letter() -> None:
    assert epsilon_label(0.1) == "ε = 0.1"
