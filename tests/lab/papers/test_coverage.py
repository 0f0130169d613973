"""Coverage of intervals as it is stored, by the numbers that were asked of it."""

import numpy as np
import pytest
from scipy.stats import binom

from graphdp_core.estimates.asked import groups_of
from graphdp_core.lab.papers.coverage import least_coverage
from graphdp_core.lab.papers.later_coverage import (
    ALL_GRAPHS,
    DRAWN_ANEW,
    FEW,
    FEW_GRAPHS,
    TIED_GRAPHS,
    LaterFew,
)
from graphdp_core.lab.papers.stored import read
from graphdp_core.progress import SILENT


@pytest.mark.long
def test_the_stored_tables_cover_what_is_promised():
    """Beside the rules by which they are met: see `is_met`."""
    rows = read("later-intervals").table.rows
    assert rows["n"].min() < 150
    assert rows["n"].max() >= 20_000
    # A class of degrees comes and goes with the largest that is released.
    always = rows[~rows["statistic"].str.contains("differ|degree_shares")]
    assert always["draws"].min() >= 200
    assert (rows.groupby("graph")["epsilon"].nunique() == 6).all()
    laws = read("later-laws").table.rows
    wide = laws[laws["graph"].isin(ALL_GRAPHS)]
    assert wide["release"].nunique() == 7
    assert (wide.groupby(["graph", "release"])["epsilon"].nunique() == 6).all()
    for table, missed in ((rows, 0.0), (laws, 0.01)):
        assert table["graph"].nunique() >= 8
        known = table[table["printed"] > 0]
        inside = known["coverage"] * known["printed"]
        assert (inside + 1e-6 < known["printed"].map(least_coverage)).mean() <= missed
        few = 2 * known["printed"] < known["draws"]
        assert inside[few].sum() >= 0.93 * known["printed"][few].sum()


def test_where_few_noises_decide_or_weights_are_equal_no_level_is_missed_more_than_it_allows():
    """By a binomial test a cell, wrong with 1e-4; a graph's cells share their draws."""
    rows = read("later-laws").table.rows
    for graphs, cells in ((FEW_GRAPHS, 60), (TIED_GRAPHS, 60)):
        hard = rows[rows["graph"].isin(graphs) & (2 * rows["printed"] > rows["draws"])]
        assert hard["graph"].nunique() == len(graphs)
        assert len(hard) >= cells
        missed = ((1.0 - hard["coverage"]) * hard["printed"]).round()
        assert (missed <= binom.isf(1e-4, hard["printed"], 1.0 - hard["level"])).all()
    assert {0.95, 0.99, 0.999} == set(rows[rows["graph"].isin(FEW_GRAPHS)]["level"])


def test_where_few_flips_decide_what_is_printed_covers_what_is_promised():
    rows = read("later-few").table.rows
    told = rows[rows["printed"] >= 0.1 * rows["draws"]]
    assert set(FEW) | set(DRAWN_ANEW) == set(rows["graph"])
    assert (rows["epsilon"].min(), rows["epsilon"].max()) == (1.0, 10.0)
    assert rows["draws"].min() >= 600
    assert told["coverage"].min() >= 0.93
    assert (told["coverage"] * told["printed"]).sum() >= 0.95 * told["printed"].sum()
    population = rows[(rows["statistic"] == "homophily of the population") & (rows["n"] > 20)]
    assert (population["printed"] == population["draws"]).all()


@pytest.mark.long
def test_a_stored_cell_is_that_of_a_run_of_now():
    kept = read("later-few")
    name, epsilon = "Star, 15", 4.4
    graph = FEW[name][0]()
    groups = groups_of((np.arange(15) % 2).tolist(), graph.all_names())
    rows = kept.table.rows
    stored = rows[(rows["graph"] == name) & (rows["epsilon"] == epsilon)]
    setting = (name, graph, groups, epsilon)
    again = list(LaterFew(**kept.parameters).measure(setting, SILENT))
    for column in ("statistic", "draws", "printed", "finding"):
        assert [cell[column] for cell in again] == stored[column].tolist()
    assert np.allclose([cell["coverage"] for cell in again], stored["coverage"], equal_nan=True)
