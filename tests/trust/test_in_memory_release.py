"""A publication in memory: the ledger goes in and comes out, one line longer."""

from fractions import Fraction

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust.in_memory_release import in_memory_release, opened, reviewed
from graphdp_core.trust.ledger import Ledger


def made(files=None, *, epsilon="0.5"):
    return in_memory_release(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), epsilon=epsilon, names="numbers",
        question="", files=files or {},
    )  # fmt: skip


def test_the_ledger_that_comes_out_goes_in_again():
    first = made()
    handed_in = {"people.jsonl": first.ledger, "people.jsonl.key": first.key}
    second = made(handed_in)
    assert second.line == first.line + 1
    assert second.key == first.key
    assert second.ledger.startswith(first.ledger)
    assert second.spent == "2 releases: ε = 1 in total."
    again = reviewed(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), epsilon=Fraction(1),
        files={"l": second.ledger},
    )  # fmt: skip
    assert again.spent["edge", "1"].epsilon == 1


def test_a_cap_in_the_ledger_holds(tmp_path):
    book = Ledger(tmp_path / "l")
    book.cap(gdp.NeighbouringRelation.EDGE, Fraction("0.4"))
    with pytest.raises(Refused, match=r"0\.4 of 0\.4"):
        made({"l": (tmp_path / "l").read_bytes()})


def test_a_release_is_checked_with_and_without_its_ledger():
    done = made()
    assert len(opened(done.release, {}).checks) == 2
    assert len(opened(done.release, {"l": done.ledger}).checks) == 3
    with pytest.raises(Refused):
        opened(done.release[:-1] + b"x", {})
    with pytest.raises(Refused, match="no line for this release"):
        opened(done.release, {"l": made().ledger})


@pytest.mark.parametrize(
    "files", [{"a.key": b""}, {"a": b"", "b": b""}, {"a": b"{}\n"}, {"a": b"\xff\n"}]
)
def test_files_that_are_no_ledger_are_refused(files):
    with pytest.raises(Refused):
        made(files)


def test_a_key_that_is_none_is_refused_before_anything_is_spent():
    done = made()
    with pytest.raises(Refused, match="key"):
        made({"l": done.ledger, "l.key": b"not hex"})
