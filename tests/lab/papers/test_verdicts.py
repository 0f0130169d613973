"""Verdicts: what counts as met, and that each turns when the numbers of its table turn.

A stopwatch counts the processor's time of each run, and waits for free.
"""

import math
import time

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphdp_core.lab.papers import STUDIES, later, study_of
from graphdp_core.lab.papers.centrality import LEVELS
from graphdp_core.lab.papers.shapes import EXACT, LAWS, NOMINAL, READINGS
from graphdp_core.lab.papers.study import Stopwatch
from graphdp_core.lab.papers.trees import AS_PUBLISHED, GROWN, LIGHTEST
from graphdp_core.lab.papers.verdicts import Cell, met, tally

numbers = st.floats(-1e6, 1e6)


@given(published=numbers, measured=numbers, margin=st.floats(0, 1e3), tolerance=st.floats(0, 1e3))
def test_met_means_within_margin_and_tolerance(published, measured, margin, tolerance):
    cell = Cell("a", published, measured, margin)
    inside = max(abs(published - measured) - margin, 0.0) <= tolerance
    assert bool(met([cell], tolerance=tolerance)) == inside


def test_a_relative_tolerance_is_a_share_of_the_published_number():
    cells = [Cell("a", 345.2, 60.7), Cell("a", 345.2, 320.0)]
    assert met(cells, tolerance=0.1, relative=True) == cells[1:]


@pytest.mark.parametrize("hole", [math.nan, math.inf])
def test_a_missing_number_is_neither_met_nor_missed(hole):
    assert tally([Cell("a", hole, 1.0), Cell("a", 1.0, hole)], tolerance=1.0) == ""


def said(id, *rows, **given):
    """What a study says of such rows."""
    return " ".join(study_of(id)(**given).verdict(pd.DataFrame(list(rows))))


def of_centrality(table, *measured):
    rows = [
        {
            "graph": "Wiki-Vote", "method": "local sensitivity", "top %": level,
            "published": paper, "measured": ours, "low": ours, "high": ours, "random": level,
        }
        for level, paper, ours in zip(LEVELS, (72, 67, 65), measured, strict=True)
    ]  # fmt: skip
    return said(table, *rows, graphs="Wiki-Vote")


def of_spectra(table, measured):
    row = {"graph": "Enron", "alpha": 1.0, "method": "SBMF, αA", "published": 345.2, "95% ±": 1.0}
    return said(table, {**row, "ours": measured})


def of_trees(table, n, laplace, pamst):
    printed = {"laplace_published": 4055.5, "pamst_published": 322.3}
    row = {"p": 0.1, "epsilon": 0.1, "laplace": laplace, "pamst": pamst, **printed}
    same = dict.fromkeys(
        [f"same_{x}" for x in ("laplace", "gaussian", "pamst", "minus", "zcdp")], 9
    )
    return said(table, {**row, **same}, n=n)


def of_one_relation(laplace, pamst, copied):
    row = {"p": 0.7, "epsilon": 0.1, "laplace": 1.0, "pamst": copied}
    printed = {f"{name}_published": math.nan for name in AS_PUBLISHED}
    same = dict.fromkeys(("same_gaussian", "same_minus", "same_zcdp"), 9.0)
    same |= {"same_laplace": laplace, "same_pamst": pamst}
    return said("mst-table-3-1", {**row, **printed, **same})


def of_tree_clusters(laplace, pamst):
    at = {"protected": "every weight by 1/|E|", "epsilon": 0.1, "clusters": 5}
    return said(
        "mst-clustering",
        {**at, "tree from": "Laplace on weights", "published": "fails", "ARI": laplace},
        {**at, "tree from": "PAMST", "published": "convincing", "ARI": pamst},
    )


def of_ratios(measured):
    return said("shape-clusters", {"ε": 1.0, "theory": 0.68, "measured": measured, "±": 0.01})


def of_topology(ours, plain):
    cells = {"ToMATo": f"{ours} ± 0.05", "spectral clustering": f"{plain} ± 0.05"}
    return said("shape-clustering", {"graph": "rings", "ε": 2.0, **cells})


def of_flips(*nominal):
    gaps = [one - other for one, other in zip(nominal, (1.0, 1.1), strict=True)]
    return said("shape-flips", {f"beyond {NOMINAL}": gaps, f"beyond {EXACT}": [1e-12, 0.0]})


def of_convergence(last):
    return said(
        "shape-convergence", {"n": 100, "plain W": "0.505 ± 0.06"}, {"n": 800, "plain W": last}
    )


def of_blocks(last):
    cells = ((50, 1.0, 2.0), (50, 2.0, 1.0), (100, 1.0, last))
    columns = ("n", "ε", "H0", "H1", "H2")
    rows = [dict(zip(columns, (n, e, *[f"{h} ± 0"] * 3), strict=True)) for n, e, h in cells]
    return said("shape-sbm", *rows)


def of_table_2(nodes, quality):
    row = {"nodes": nodes, "nodes published": 6474, "edges": 12_572, "edges published": 12_572}
    quality_of = {"modularity": quality, "modularity published": 0.623}
    return said("communities-table-2", {"graph": "as20graph", **row, **quality_of})


def of_group_sizes(small, large):
    """Modularity of k = 2 and k = 30 at the larger epsilon; at the smaller one k = 30 is best."""
    cells = [(2, 0.1, 0.0), (30, 0.1, 0.2), (2, 0.5, small), (30, 0.5, large)]
    names = ["k", "ε / ln n", "modularity", "variant"]
    rows = [dict(zip(names, (*cell, "exact"), strict=True)) for cell in cells]
    return said("communities-louvaindp", *rows)


def of_cuts(noisy, clean):
    row = {"Q noisy cut": noisy, "Q noise-free cut": clean, "Q published": 0.113, "ε": 5.0}
    return said("communities-moddivisive", row)


def of_rivals(first, second):
    at = {"ε / ln n": 0.1}
    return said(
        "communities-comparison",
        {**at, "mechanism": "edgeFlip", "method": "Louvain", "modularity": first},
        {**at, "mechanism": "LouvainDP", "method": "", "modularity": second},
    )


def of_models(added):
    row = {"model": "Erdős–Rényi", "p": 1, "q": 0, "p released": 1 + added, "q released": 0}
    return said("shape-models", row, {"model": "Survey"})


def of_chains(ratio):
    row = {"reading": "probit", "lag": 1, "draws, λ₁": 34.0, "draws, u₁": 50.0}
    return said("spectra-chain", {**row, "R, λ₁": ratio, "R, u₁": 1.0})


def of_seconds(grown):
    taken = {GROWN: grown, LIGHTEST: 0.01}
    return said(
        "mst-seconds", *({"method": m, "seconds": s, "edges": 45} for m, s in taken.items())
    )


def of_controls(last):
    """Distances of every law at two sizes; those of the circle end at `last`."""
    rows = [
        {"positions": law, "n": n} | dict.fromkeys(READINGS, f"{mean} ± 0.01")
        for law in LAWS
        for n, mean in ((200, 0.5), (800, last if law == "circle" else 0.1))
    ]
    return said("shape-controls", *rows)


def of_cores(factor):
    """Peeling so many times off, the others 2 and 3 times."""
    at = {"graph": "email-eu-core", "epsilon": 0.5, "mean error": 5.0}
    times = {later.PEELING: factor, "Noisy degrees": 2.0, later.GUESS: 3.0}
    return said("later-cores", *({**at, "method": m, "factor": f} for m, f in times.items()))


def of_counts(off):
    """Triangles off by so much by the ladder."""
    at = {"count": "triangles", "epsilon": 0.5, "expected": 9e-5, "seconds": 1.0}
    drawn = {later.LADDER: off, later.SMOOTH: 5e-4, later.BENCHMARK: 0}
    return said("later-counts", *({**at, "method": m, "drawn": d} for m, d in drawn.items()))


def of_degrees(last):
    cells = [(0.1, 1.01, 1.2), (1.0, 0.648, 0.5), (10.0, 0.422, last), (1.0, math.nan, 0.4)]
    names = ["epsilon", "published", "l1"]
    return said("later-degrees", *(dict(zip(names, cell, strict=True)) for cell in cells))


def of_intervals(table, finding, coverage):
    at = {"graph": "blocks", "epsilon": 1.0, "draws": 200, "printed": 200}
    at |= {"release": "Noisy degrees"} if table == "later-laws" else {}
    cells = (
        ("wedges", coverage, finding), ("triangles", 0.95, "held"),
        ("differ: density", 0.95, "held"),
    )  # fmt: skip
    names = ["statistic", "coverage", "finding"]
    return said(table, *({**at, **dict(zip(names, cell, strict=True))} for cell in cells))


def of_exponents(pure):
    cells = [("Gumbel", 1.5, 1.52), ("pure", 2.0, pure), ("pure", 2.0, pure)]
    names = ["method", "exponent published", "exponent"]
    return said("later-trees", *(dict(zip(names, cell, strict=True)) for cell in cells))


CHANGED = [
    ("later-cores", of_cores, (2.9,), "claim is met", (3.1,), "claim is not met"),
    ("later-counts", of_counts, (7.5e-4,), "0.00075 by the ladder", (2e-3,), "0.002 by the ladder"),
    ("later-degrees", of_degrees, (0.4,), "At ε = 1 and 10 ours is nearer",
     (0.5,), "At ε = 1 ours is nearer"),
    *[
        (table, of_intervals, (table, "held", 0.95), "0 of these cover less",
         (table, "missed", 0.8), f"1 of 200: wedges of blocks{by} at ε = 1 (80%)")
        for table, by in (
            ("later-intervals", ""), ("later-few", ""), ("later-laws", " by Noisy degrees")
        )
    ],
    ("later-trees", of_exponents, (2.05,), "are 2 of 2", (2.2,), "are 1 of 2"),
    ("mst-seconds", of_seconds, (0.5,), "50 times as long", (0.02,), "2 times as long"),
    ("shape-controls", of_controls, (0.1,), "intervals on all 8 laws",
     (0.5,), "intervals on all but circle"),
    ("shape-models", of_models, (1,), "so it is for all", (2,), "not so for all"),
    ("spectra-chain", of_chains, (1.05,), "starts agree (R̂ at most 1.05)",
     (1.2,), "starts do not agree yet (R̂ at most 1.20)"),
    ("shape-clusters", of_ratios, (0.685,), "at ε = 1; by", (1.0,), "at ε = none of these; by"),
    ("shape-clusters", of_ratios, (0.685,), "interval, at ε = 1.", (0.8,), "at ε = none of these."),
    ("shape-flips", of_flips, (2.0, 2.1), "distance at 1 of 1 sizes (1 b",
     (0.5, 0.6), "distance at 0 of 1 sizes (0 b"),
    ("shape-clustering", of_topology, (0.9, 0.1), "at ε = 2; worse", (0.3, 0.7), "worse at ε = 2."),
    ("shape-clustering", of_topology, (0.9, 0.1), "of ToMATo, 0.90", (0.3, 0.7), "clustering, 0.7"),
    ("shape-convergence", of_convergence, ("0.1 ± 0.01",), "these fall: plain W",
     ("0.5 ± 0.01",), "these do not: plain W"),
    ("shape-sbm", of_blocks, (1.0,), "step of n in 3 of 3", (3.0,), "step of n in 0 of 3"),
    ("communities-table-2", of_table_2, (6474, 0.63), "1 of them with the paper's",
     (6473, 0.63), "0 of them with the paper's"),
    ("communities-table-2", of_table_2, (6474, 0.63), "lies +0.007", (6474, 0.6), "lies -0.023"),
    ("communities-louvaindp", of_group_sizes, (0.9, 0.5), "is confirmed", (0.5, 0.9), "is not"),
    ("communities-moddivisive", of_cuts, (0.05, 0.12), "within 0.007", (0.05, 0.3), "within 0.187"),
    ("communities-moddivisive", of_cuts, (0.05, 0.12), "has modularity 0.050 (ε = 5)",
     (0.1, 0.12), "has modularity 0.100 (ε = 5)"),
    ("communities-comparison", of_rivals, (0.5, 0.4), "edgeFlip with Louvain at 0.1 ln n (0.500)",
     (0.3, 0.4), "LouvainDP at 0.1 ln n (0.400)"),
    ("mst-table-3-1", of_trees, ("mst-table-3-1", 1000, 4000.0, 320.0), "it matches",
     ("mst-table-3-1", 1000, 2000.0, 320.0), "it does not match"),
    ("mst-table-3-1", of_one_relation, (4.0, 2.0, 45.5), "in 1 of 1 rows",
     (2.0, 4.0, 45.5), "in 0 of 1 rows"),
    ("mst-table-3-1", of_one_relation, (4.0, 2.0, 45.5), "ours there are 45.5",
     (4.0, 2.0, 40.1), "ours there are 40.1"),
    ("mst-figure-3-3", of_trees, ("mst-figure-3-3", 1000, 4000.0, 320.0),
     "is 12.5 to 12.5 times that of PAMST",
     ("mst-figure-3-3", 1000, 160.0, 320.0), "is 0.5 to 0.5 times that of PAMST"),
    ("mst-figure-3-3", of_trees, ("mst-figure-3-3", 1000, 4000.0, 320.0),
     "it matches",
     ("mst-figure-3-3", 60, 4000.0, 320.0), "this run has n = 60: the numbers do not compare"),
    ("mst-clustering", of_tree_clusters, (0.05, 0.9), "this matches the pictures: ARI 0.05",
     (0.5, 0.9), "this does not match the pictures: ARI 0.50"),
    ("mst-clustering", of_tree_clusters, (0.05, 0.9), "comes out under: every weight by 1/|E|",
     (0.9, 0.05), "comes out under: none"),
    *[
        (table, of_centrality, (table, *ours), words, (table, *others), turned)
        for table in ("centrality-table-1", "centrality-table-2", "centrality-table-3")
        for ours, words, others, turned in (
            ((70.0, 66.0, 15.2), "meets 2 of 3", LEVELS, "meets 0 of 3"),
            ((70.0, 66.0, 15.2), "better than random", LEVELS, "as good as random"),
        )
    ],
    *[
        (table, of_spectra, (table, 330.0), "meets 1 of 1", (table, 60.7), "meets 0 of 1")
        for table in ("spectra-table-1", "spectra-table-2", "spectra-table-3")
    ],
]  # fmt: skip
"""Study, what turns numbers into its verdict, and two sets of numbers with their words."""


@pytest.mark.parametrize(("id", "verdict", "numbers", "words", "others", "turned"), CHANGED)
def test_a_verdict_turns_with_its_numbers(id, verdict, numbers, words, others, turned):
    before, after = (verdict(*given) for given in (numbers, others))
    assert words in before
    assert words not in after
    assert turned in after
    assert turned not in before


def test_the_verdict_of_every_study_is_tried():
    assert {case[0] for case in CHANGED} == {kind.id for kind in STUDIES}


def test_what_differs_by_rounding_is_not_called_smaller():
    assert "0 of 1 sizes (0 beyond the interval) than LaplaceFlip, same exact" in of_flips(2.0, 2)


def test_what_is_met_by_a_wide_interval_alone_is_counted():
    cells = [Cell("a", 10.0, 10.5, 3.0), Cell("a", 10.0, 13.0, 3.0), Cell("a", 10.0, 20.0, 3.0)]
    assert tally(cells, tolerance=1.0) == '"a" meets 2 of 3 (1 by the width of our interval)'


def test_waiting_costs_nothing_and_work_does():
    watch = Stopwatch()
    assert watch.mean == 0.0
    watch.take(lambda: time.sleep(0.4))
    assert watch.take(lambda: sum(range(300_000))) == sum(range(300_000))
    idle, busy = watch.seconds
    assert idle < 0.2
    assert busy > 0.0
    assert watch.mean == (idle + busy) / 2
