"""Estimates from the zip alone, without anything of the curator's."""

import json
import zipfile

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.asked import Given
from graphdp_core.params import Refused
from graphdp_core.trust.certificate import with_checksum
from graphdp_core.trust.estimated import denser_than_chance
from graphdp_core.trust.package import packed

KARATE = gdp.load_graph("karate")


def published(tmp_path, id="edge_flip", epsilon="12", **given):
    """The path of a new zip."""
    return gdp.publish(
        KARATE, gdp.mechanism(id), epsilon=epsilon, to=tmp_path / f"{id}.zip",
        ledger=tmp_path / "l.jsonl", **given,
    ).path  # fmt: skip


def test_a_zip_is_estimated_with_groups_and_nodes_by_their_names(tmp_path):
    zipped = published(tmp_path, names="public")
    names = gdp.read_release(zipped).names
    estimates = gdp.estimate(
        zipped, groups={name: int(name) % 2 for name in names}, nodes=[names[0]]
    )
    assert estimates["degree"].about == names[0]
    assert {row.about for row in estimates if row.statistic == "mixing"} == {
        "0 – 0",
        "0 – 1",
        "1 – 1",
    }
    assert estimates["edges"].is_known


def test_a_certificate_of_another_version_is_refused(tmp_path):
    with zipfile.ZipFile(published(tmp_path)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(files["certificate.json"])
    del facts["checksum"]
    files["certificate.json"] = with_checksum({**facts, "format": "graphdp-certificate/9"})
    with pytest.raises(Refused, match="verify it with the version of GraphDP"):
        gdp.estimate(packed(files))


def test_a_graph_of_a_mechanism_without_law_is_refused(tmp_path):
    with pytest.raises(Refused, match="has no rates"):
        gdp.estimate(published(tmp_path, "dk_series"))


def test_a_dense_group_is_denser_than_chance_and_one_drawn_by_lot_is_not():
    """A class of 50 with 30 % of pairs joined and 4 % elsewhere; the lot misleads in < 5 %."""
    graph = gdp.generate("sbm", n=150, seed=1, within=0.3, between=0.04)
    lot = np.random.default_rng(0).permutation(150)[:50]
    groups = {"class": np.flatnonzero(graph.labels == 0), "lot": lot}
    said = {name: [] for name in groups}
    for seed in range(10):
        rng = np.random.default_rng(seed)
        released = Given(gdp.mechanism("edge_flip").release(graph, epsilon=3.0, rng=rng))
        for name, nodes in groups.items():
            members = [released.name(int(node)) for node in nodes]
            said[name].append(denser_than_chance(released, members).partition(" Among")[0])
    assert said["class"] == ["Yes."] * 10
    assert said["lot"].count("It cannot be told.") >= 9
    with pytest.raises(Refused, match="from 2 to 149"):
        denser_than_chance(released, [released.name(0)])
