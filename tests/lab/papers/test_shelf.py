"""The shelf of papers: every reproduction stands on it, every address is a setting that exists."""

import re
import tomllib
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.papers import STUDIES, shelf, stored
from graphdp_core.lab.papers.shelf import PAPERS, REASONS, Row, Status, counts
from graphdp_core.wings import is_here
from pages.table import ALL

ANNOUNCED = tomllib.loads(Path(__file__).with_name("announced.toml").read_text("utf-8"))
ROWS = [(paper.id, row) for paper in PAPERS for row in paper.rows]


def test_every_reproduction_stands_on_the_shelf():
    assert {row.study for _, row in ROWS if row.study} == {kind.id for kind in STUDIES}


def test_everything_announced_has_a_row():
    rows = {(paper, row.claim) for paper, row in ROWS}
    told = [(paper, claim) for paper, points in ANNOUNCED.items() for _, _, claim in points]
    assert [one for one in told if one not in rows] == []
    assert sum(paper != "later" for paper, _ in told) == 41


def test_every_row_of_later_work_is_asked_for():
    later = [row.claim for paper, row in ROWS if paper == "later"]
    assert sorted(later) == sorted(claim for _, _, claim in ANNOUNCED["later"])


def test_every_paper_has_its_story_and_no_row_stands_twice():
    assert len(PAPERS) == 6, "the five papers, and later work"
    stories = [re.split(r"(?<=[.?]) ", paper.story) for paper in PAPERS]
    assert [len(story) for story in stories] == [3] * 6, "three sentences"
    said = [(paper, row.place, row.claim) for paper, row in ROWS]
    assert len(set(said)) == len(said) > 60


@pytest.mark.parametrize(("paper", "row"), ROWS, ids=[f"{p}-{r.place}" for p, r in ROWS])
def test_a_row_can_be_checked_or_says_what_is_missing(paper, row):
    page, _, query = row.address.partition("?")
    words = {name: values[0] for name, values in parse_qs(query).items()}
    assert page in {"", *(entry.address for entry in ALL)}
    if "mechanism" in words:
        gdp.mechanism(words["mechanism"])
    if "lesson" in words and is_here("lessons"):
        from graphdp_core.lessons import LESSONS

        assert words["lesson"] in {lesson.id for lesson in LESSONS}
    assert (not row.status) is bool(row.study), "a stored run decides, or nobody types"
    if row.outcome in (Status.FALSE, Status.DIFFERS, Status.PARTLY, Status.CLOSED):
        assert row.words, "says why, or what is missing"
    assert (row.outcome is Status.CLOSED) is bool(row.reason)
    assert row.reason in ("", *REASONS)
    if row.outcome is Status.REPRODUCED:
        assert row.study or row.address, "can be seen"


def test_hardly_any_row_is_left_open():
    assert counts(row for _, row in ROWS)[Status.PARTLY] <= 4
    assert "not here" not in {status.value for status in Status}


def test_a_run_that_is_missing_decides_nothing(tmp_path, monkeypatch):
    row = Row("1", "It is so", study="mst-seconds")
    assert row.outcome is not Status.PARTLY
    assert stored.is_missing("mst-seconds", folder=tmp_path)
    monkeypatch.setattr(shelf, "is_missing", lambda id: True)
    assert row.outcome is Status.PARTLY
    monkeypatch.setattr(shelf, "lacks", stored.lacks.__wrapped__)
    monkeypatch.setattr(stored, "__version__", "99.0")
    row = next(row for paper in PAPERS for row in paper.rows if row.study == "mst-seconds")
    assert "and this is 99.0: its numbers may be old." in row.said
    monkeypatch.setattr(stored, "is_missing", lambda id: True)
    assert row.said.endswith("No run of it is stored.")


def test_a_run_of_another_version_says_so():
    run = stored.read("mst-seconds")
    assert stored.other_version(run, run.version) == ""
    assert "99.0" in stored.other_version(run, "99.0")


def test_flips_have_half_the_variance_of_geometric_noise():
    for epsilon in (0.1, 1.0, 4.0):
        alpha, pi = np.exp(-epsilon), 1 / (1 + np.exp(epsilon))
        flips = pi * (1 - pi) / (1 - 2 * pi) ** 2
        geometric = 2 * alpha / (1 - alpha) ** 2
        assert np.isclose(2 * flips, geometric)
        assert geometric < 2 / epsilon**2


def test_one_edge_turns_the_fifth_eigenvector_of_karate_all_the_way():
    matrix = gdp.load_graph("karate").adjacency().toarray().astype(float)
    values, vectors = np.linalg.eigh(matrix)
    most = 0.0
    for i, j in zip(*np.triu_indices(len(matrix), 1), strict=True):
        other = matrix.copy()
        other[i, j] = other[j, i] = 1 - matrix[i, j]
        turned = np.linalg.eigh(other)[1][:, -5]
        most = max(most, np.sqrt(2 - 2 * abs(turned @ vectors[:, -5])))
    assert round(values[-5] - values[-6], 2) == 0.03
    assert round(most, 2) == 1.41


def test_the_eigenvalues_of_theorem_5_1_fall_by_at_most_the_largest_weight():
    rng = np.random.default_rng(0)
    for n in rng.integers(3, 12, size=60):
        upper = np.triu(rng.uniform(0, 1, (n, n)) * (rng.random((n, n)) < 0.6), 1)
        weights = upper + upper.T
        values = [
            np.linalg.eigvalsh(np.diag(w.sum(0)) - w) for w in (weights, weights[1:, 1:])
        ]  # fmt: skip
        assert (values[1] >= values[0][:-1] - weights.max() - 1e-9).all()


def test_the_two_nodes_of_theorem_4_2_have_one_eigenvector_at_every_weight():
    vectors = [np.linalg.eigh(w * np.array([[0.0, 1], [1, 0]]))[1][:, 1] for w in (1e-6, 0.5, 9.0)]
    assert np.allclose(np.abs(vectors), np.sqrt(0.5))


def test_the_two_proofs_of_impossibility_have_a_picture_each_in_the_colours_of_the_page():
    drawn = [row for paper in PAPERS for row in paper.rows if row.picture]
    assert [row.claim for row in drawn] == ["Node privacy"] * 2
    for row in drawn:
        assert row.outcome is Status.CLOSED
        assert "<title>" in row.drawing
        inks = set(re.findall(r'(?:fill|stroke)="([^"]+)"', row.drawing))
        assert inks <= {"currentColor", "var(--true)", "var(--other)", "none"}
