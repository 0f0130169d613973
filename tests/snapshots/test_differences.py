"""Two snapshots side by side in one line."""

import pytest

from graphdp_core.snapshots.differences import differences
from graphdp_core.snapshots.workspace import Snapshot

PAGES = {"": "Board", "clusters": "Clusters"}
USUAL = {"epsilon": "3", "draw": "0", "graph": "moons", "mechanism": "edge_flip"}
GRAPHS = {"moons": "Two moons", "karate": "Karate club"}


def said(before, after, figures=((), ()), pages=("clusters", "clusters")):
    first, second = (
        Snapshot(page, query, figures=numbers)
        for page, query, numbers in zip(pages, (before, after), figures, strict=True)
    )
    return differences(first, second, pages=PAGES, usual=USUAL, graphs=GRAPHS)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("", "", "Both have the same settings."),
        ("epsilon=3", "", "Both have the same settings."),
        ("", "epsilon=1", "Only ε differs: 3 → 1."),
        ("", "graph=karate", "Only the graph differs: Two moons → Karate club."),
        ("mechanism=laplace_flip", "", "Only the mechanism differs: LaplaceFlip → edgeFlip."),
        ("draw=7", "draw=8", "Only the noise draw differs: 7 → 8."),
        ("top=5", "", "Only “top” differs: 5 → as usual."),
        ("draw=1", "epsilon=1", "2 things differ: ε 3 → 1; the noise draw 1 → 0."),
        ("file=1a2b3c4d.9.a.csv", "file=1a2b3c4e.9.b.c.csv",
         "Only the own file differs: a.csv → b.c.csv."),
    ],
)  # fmt: skip
def test_settings_are_named_with_both_values(before, after, words):
    assert said(before, after) == words


def test_parameters_have_their_labels_choices_and_defaults():
    line = said("spectral.correction=raw", "")
    assert line.startswith("Only ")
    assert "of Spectral embedding differs: Raw → Debiased." in line
    assert "k of" not in said("sbm.n=300", "sbm.n=300.0")


def test_figures_that_both_have_follow_where_they_moved():
    figures = ((("ARI", "1.00"), ("NMI", "1"), ("Kept", "9")), (("ARI", "0.03"), ("NMI", "1")))
    assert said("", "epsilon=1", figures) == "Only ε differs: 3 → 1. ARI 1.00 → 0.03."


def test_another_page_and_many_settings_are_one_line():
    before = "&".join(f"a{k}=1" for k in range(9))
    line = said(before, "", pages=("", "clusters"))
    assert line.startswith("10 things differ: the page Board → Clusters; ")
    assert line.endswith("; and 4 more.")
