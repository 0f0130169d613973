"""The counts of later work: what the rule of its table asks for."""

import pandas as pd

from graphdp_core.lab.papers.later import LaterCounts
from graphdp_core.lab.papers.stored import read


def test_the_printed_ladder_is_that_of_its_code_and_the_honest_one_meets_its_bar():
    rows = read("later-counts").table.rows
    at = rows[(rows["count"] == "triangles") & (rows["epsilon"] == 0.5)].set_index("method")
    assert at.loc["Ladder", "drawn"] <= 8e-4
    assert at.loc["Smooth sensitivity", "drawn"] <= 5.5e-4
    fault = rows[rows["method"].str.contains("not private")]["expected"]
    assert fault.between(9e-5, 1e-4).all(), "the fault gives the printed number, at every epsilon"
    private = rows[rows["drawn"].notna() & (rows["drawn"] > 1e-4)]
    assert (private["drawn"] - private["expected"]).abs().le(2 * private["±"]).all()


def test_a_printed_number_is_met_within_a_factor_of_two():
    cells = [
        ("triangles", method, epsilon, printed, printed, printed * 1.9, 0.0)
        for method, row in LaterCounts.published.items()
        for epsilon, printed in zip((0.1, 0.5, 1.0), row, strict=True)
    ]
    rows = pd.DataFrame(cells, columns=list(LaterCounts.columns))
    assert LaterCounts().is_met(rows)
    assert not LaterCounts().is_met(rows.assign(drawn=rows["published"] * 2.1))
