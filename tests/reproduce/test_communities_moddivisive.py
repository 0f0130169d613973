"""The reproduction of ModDivisive's figures: its settings, its labels, the published remarks."""

import math

import pytest

import graphdp_core as gdp
from graphdp_core.reproduce import communities_moddivisive
from graphdp_core.reproduce.communities_moddivisive import COLUMNS, CommunitiesModDivisive


@pytest.fixture
def small(monkeypatch):
    graph = gdp.generate("sbm", n=200, seed=1)
    monkeypatch.setattr(communities_moddivisive, "paper_graph", lambda name: graph)
    monkeypatch.setattr(communities_moddivisive, "SHARES", (0.2, 0.8))
    return graph


def test_every_setting_has_a_row_with_both_cuts(small):
    table = CommunitiesModDivisive(repeats=2).run()
    rows = table.rows
    assert list(rows.columns) == list(table.columns) == list(COLUMNS)
    assert rows["varied"].value_counts().to_dict() == {
        "levels": 12, "ratio": 8, "steps": 8, "remarks": 3,
    }  # fmt: skip
    for cut in ("noisy", "noise-free"):
        assert rows[f"Q {cut} cut"].between(-0.5, 1).all()
        assert rows[f"F1 {cut} cut"].between(0, 1).all()
        assert (rows[f"communities {cut} cut"] >= 1).all()
        assert (rows[f"± {cut}"] >= 0).all()
    assert (rows["Q noise-free cut"] >= rows["Q noisy cut"] - 1e-12).all()
    assert rows["Q published"].notna().sum() == 3
    assert "of the 3 published remarks" in table.notes[0]
    assert f"modularity {rows['Q noisy cut'].max():.3f}" in table.notes[1]


def test_the_cut_without_noise_is_called_not_private(small):
    table = CommunitiesModDivisive(repeats=1, vary="ratio").run()
    assert len(table.rows) == 8
    assert all("NOT private" in words or "±" in name
               for name, words in table.columns.items() if "noise-free" in name)  # fmt: skip
    assert any("not private at any ε" in note for note in table.notes)
    assert math.isnan(table.rows["± noisy"][0])


def test_remarks_belong_to_the_graph_they_were_made_on(small):
    assert len(CommunitiesModDivisive(repeats=1, graph="dblp", vary="remarks").run().rows) == 0


def test_progress_can_stop_the_work(small):
    def stop(fraction, text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CommunitiesModDivisive(repeats=1).run(progress=stop)


def test_the_published_remarks_are_met_without_noise_and_missed_with_it(data_dir):
    """On as20graph, within .05; the noisy cut stays far below at epsilon = 5."""
    rows = CommunitiesModDivisive(repeats=3, vary="remarks").run().rows
    difference = rows["Q noise-free cut"] - rows["Q published"]
    assert difference.abs().max() < 0.05
    assert rows["Q noisy cut"][0] < 0.75 * rows["Q published"][0]


def test_the_largest_component_of_ca_astroph_is_the_paper_s_graph(data_dir):
    graph = communities_moddivisive.paper_graph("ca-AstroPh")
    assert (graph.n, graph.m) == (17_903, 196_972)
