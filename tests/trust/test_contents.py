"""The table of estimates in a release is computed anew from its zip, byte for byte."""

import csv
import io
import zipfile

import pytest

import graphdp_core as gdp
from graphdp_core.cli.commands import main
from graphdp_core.trust.verify import verify

KARATE = gdp.load_graph("karate")


def published(tmp_path, id, graph=KARATE, **parameters):
    """The path of a new zip, and its table."""
    sealed = gdp.publish(
        graph, gdp.mechanism(id, **parameters), epsilon="3", to=tmp_path / f"{id}.zip",
        ledger=tmp_path / f"{id}.jsonl",
    )  # fmt: skip
    with zipfile.ZipFile(sealed.path) as archive:
        names = archive.namelist()
        return sealed.path, archive.read("statistics.csv") if "statistics.csv" in names else None


@pytest.mark.sample
@pytest.mark.parametrize("id", ["edge_flip", "top_m_filter", "noisy_degrees", "noisy_eigenvalues"])
def test_who_receives_the_zip_computes_the_same_table(tmp_path, capsys, id):
    path, table = published(tmp_path, id)
    assert verify(path).certificate["mechanism"]["id"] == id
    assert main(["estimate", str(path), "--csv", str(tmp_path / "again.csv")]) == 0
    assert (tmp_path / "again.csv").read_bytes() == table
    assert capsys.readouterr().out
    rows = list(csv.reader(io.StringIO(table.decode())))
    assert len(rows) > 2
    assert all(row[2] or "cannot be known" in row[7] for row in rows[1:])


def test_weights_too(tmp_path):
    _, table = published(tmp_path, "weight_laplace", gdp.load_graph("les_miserables"))
    assert b"Mean weight" in table


def test_a_release_of_which_nothing_is_estimated_has_no_table(tmp_path):
    path, table = published(tmp_path, "dk_series")
    assert table is None
    assert verify(path)


def test_a_table_is_not_written_over_another(tmp_path, capsys):
    path, _ = published(tmp_path, "edge_flip")
    (tmp_path / "kept.csv").write_text("mine")
    assert main(["estimate", str(path), "--csv", str(tmp_path / "kept.csv")]) == 2
    assert "kept.csv" in capsys.readouterr().err
