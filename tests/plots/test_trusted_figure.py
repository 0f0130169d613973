"""Figures ready to be sent: the browser reads the same numbers, and nothing is validated again."""

import base64
import json

import numpy as np
import plotly.graph_objects as go
import plotly.io
import plotly.tools
import pytest

from graphdp_core.plots.trusted_figure import encode_arrays, trusted_figure


def unpacked(spec):
    numbers = np.frombuffer(base64.b64decode(spec["bdata"]), f"<{spec['dtype']}")
    return numbers.reshape([int(k) for k in spec["shape"].split(",")] if "shape" in spec else -1)


@pytest.mark.parametrize(
    "array",
    [
        np.array([1.5, np.nan, -2.0]),
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.array([3, -70_000]),
        np.array([1, 2], dtype=np.uint8),
    ],
)
def test_number_arrays_come_back(array):
    np.testing.assert_array_equal(unpacked(encode_arrays({"x": array})["x"]), array)


def test_what_the_browser_has_no_array_for_stays_a_list():
    assert encode_arrays(np.array([1 << 40])) == [1 << 40]
    assert encode_arrays(np.array(["a", "b"])) == ["a", "b"]
    assert encode_arrays(np.array([True])) == [True]
    assert encode_arrays(np.empty(0)) == []


def test_plotly_takes_a_ready_figure_as_it_is(monkeypatch):
    figure = {"data": [{"type": "scatter", "y": np.array([1.0, 2.0])}], "layout": {"height": 9}}
    made = trusted_figure(figure)

    def refuse(*_, **__):
        raise AssertionError("validated again")

    monkeypatch.setattr(go.Figure, "__init__", refuse)
    sent = plotly.tools.return_figure_from_figure_or_data(made, validate_figure=True)
    spec = json.loads(plotly.io.to_json(sent, validate=False))
    assert unpacked(spec["data"][0]["y"]).tolist() == [1.0, 2.0]
    assert spec["layout"] == {"height": 9}
