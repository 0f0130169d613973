"""The picture of an attack tells roles apart by colour, dash and mark."""

import numpy as np

from graphdp_core.plots.attacks import attack_figure
from graphdp_core.plots.theme import LIGHT

X, Y = np.array([0.1, 1.0]), np.array([0.2, 0.9])


def drawn(*roles, **more):
    lines = [(role, f"{role} {i}", X, Y) for i, role in enumerate(roles)]
    return attack_figure(lines, LIGHT, x_title="x", y_title="y", **more)


def test_what_no_guarantee_limits_has_the_colour_of_what_is_not_private():
    bound, counted, beyond = drawn("bound", "measured", "beyond")["data"]
    assert bound["line"]["dash"] == "dash"
    assert counted["mode"] == "markers"
    assert beyond["mode"] == "lines+markers"
    assert beyond["line"]["color"] == LIGHT.unproved
    assert counted["marker"]["color"] == LIGHT.accent


def test_two_lines_of_one_role_look_different():
    one, two = drawn("measured", "measured")["data"]
    assert one["marker"]["symbol"] != two["marker"]["symbol"]
    one, two = drawn("beyond", "beyond")["data"]
    assert one["line"]["dash"] != two["line"]["dash"]


def test_the_present_setting_is_marked_and_shares_are_percentages():
    figure = drawn("bound", mark=0.5, log_x=True)
    assert figure["layout"]["shapes"][0]["x0"] == 0.5
    assert figure["layout"]["xaxis"]["type"] == "log"
    assert figure["layout"]["yaxis"]["tickformat"] == ".0%"
