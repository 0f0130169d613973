"""The Papers page: a stored run opens in its place, and can be made again behind the pages."""

import pytest

from graphdp_core.lab.papers import Table
from graphdp_core.lab.papers.shelf import PAPERS, Status
from pages.papers import paper_shelf

PAGE = "papers"


def press(visitor, label):
    next(button for button in visitor.at.button if button.label == label).click().run()


def test_a_stored_run_opens_and_closes_in_its_place(visitor):
    visitor.open(PAGE)
    visitor.check(draws=False)
    press(visitor, "Result")
    assert any("Computed on" in caption.value for caption in visitor.at.caption)
    assert len(visitor.at.table) == 1
    visitor.check(draws=False)
    press(visitor, "Close")
    assert not visitor.at.table


def test_an_address_opens_a_paper(visitor):
    visitor.open(PAGE, paper="spectra", status="false")
    spectra = next(paper for paper in PAPERS if paper.id == "spectra")
    assert any(spectra.authors in text.value for text in visitor.at.caption)
    claims = {row.claim for row in spectra.rows if row.outcome is Status.FALSE}
    shown = [box.label.replace("\\", "") for box in visitor.at.expander]
    assert claims
    assert all(any(claim in text for text in shown) for claim in claims)
    others = {row.claim for row in spectra.rows} - claims
    assert not any(claim in text for text in shown for claim in others)


def test_an_old_address_of_what_was_open_shows_what_is_closed_and_why(visitor):
    visitor.open(PAGE, paper="trees", status="open")
    trees = next(paper for paper in PAPERS if paper.id == "trees")
    closed = [row for row in trees.rows if row.outcome is Status.CLOSED]
    labels = [box.label for box in visitor.at.expander if box.label != "More"]
    assert len(labels) == len(closed) > 0
    assert all(row.reason in label for row, label in zip(closed, labels, strict=True))
    assert not visitor.at.warning


def test_a_run_that_is_missing_or_of_another_version_is_said(visitor, monkeypatch):
    monkeypatch.setattr(paper_shelf, "__version__", "99.0")
    visitor.open(PAGE, paper="trees", row="mst-table-3-1")
    assert any("this is 99" in warning.value for warning in visitor.at.warning)
    monkeypatch.setattr(paper_shelf, "is_missing", lambda id: True)
    visitor.open("mechanisms").open(PAGE, paper="trees", row="mst-table-3-1")
    assert any("No run of this is stored" in warning.value for warning in visitor.at.warning)
    assert not visitor.at.table


def test_an_address_opens_a_result_or_says_that_there_is_none(visitor):
    visitor.open(PAGE, paper="trees", row="mst-table-3-1")
    assert len(visitor.at.table) == 1
    shelf = [b.label for b in visitor.at.button if b.label in ("Result", "Close")]
    assert shelf == ["Close"], "one row alone, with what it found"
    press(visitor, "Close")
    assert "row" not in visitor.address
    visitor.open("mechanisms").open(PAGE, paper="trees", row="nowhere")
    assert any("nowhere" in warning.value for warning in visitor.at.warning)


def test_a_slider_moves_along_the_gap_and_says_what_it_bears(visitor):
    visitor.open(PAGE, paper="centrality", row="centrality-gap")
    assert "lifts 8.24 of the 900 in the crowd by the gap" in visitor.text.replace("\\", "")
    visitor.at.slider(key="study-place").set_value(6.5).run()
    visitor.check(draws=False)
    said = visitor.text.replace("\\", "")
    assert "the theorem allows 0.752. The ranking bears this noise." in said


def test_two_rows_with_one_run_open_one_at_a_time(visitor):
    visitor.open(PAGE, paper="spectra", row="spectra-table-3.2")
    visitor.check(draws=False)
    assert len(visitor.at.table) == 1


@pytest.mark.sample
@pytest.mark.parametrize(("change", "said"), [(0.0, "the same numbers"), (0.1, "other values in")])
def test_a_run_made_again_is_compared_with_the_stored_one(
    visitor, monkeypatch, change, said, at_once
):
    def made_again(run, report):
        rows = run.kept.table.rows.copy()
        rows["true graph"] += change
        yield run.key, Table(rows, run.kept.table.columns)

    monkeypatch.setattr(paper_shelf, "RUNS", at_once)
    monkeypatch.setattr(paper_shelf._Run, "work", made_again)
    visitor.open(PAGE)
    press(visitor, "Result")
    press(visitor, "Run again")
    visitor.at.run()
    assert any(said in text.value for text in visitor.at.markdown)


@pytest.mark.parametrize(
    ("mechanism", "row"),
    [("threshold_peeling", "later-cores"), ("minus_exponential", "later-trees")],
)
def test_a_mechanism_shows_what_was_published_of_it(visitor, mechanism, row):
    opened = {"published-of-it": "true"}
    visitor.open("mechanisms", graph="les_miserables", mechanism=mechanism, **opened)
    visitor.check(draws=False)
    assert any(f"/papers?paper=later&row={row}" in text.value for text in visitor.at.markdown)
