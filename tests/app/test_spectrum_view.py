"""The view Spectrum: every mechanism that fits, what a release does not hold, and its refusals."""

import pytest

PAGE = "explore/page.py?see=spectrum"
KARATE = "Karate club (34 nodes)"
TRIANGLES = b"a,b\nb,c\na,c\nd,e\ne,f\nd,f\n"


@pytest.mark.parametrize(
    ("mechanism", "guarantee"),
    [
        ("LNPP (as published)", "No privacy guarantee"),
        ("SBMF (as published)", "No privacy guarantee"),
    ],
)
def test_every_spectral_mechanism_has_its_picture_and_its_guarantee(visitor, mechanism, guarantee):
    visitor.open(PAGE, graph=KARATE).set("selectbox", "mechanism", mechanism).check()
    assert visitor.at.selectbox(key="mechanism").value == mechanism
    assert guarantee in visitor.text
    assert visitor.numbers["Space kept"].endswith("%")


def test_a_release_of_values_alone_shows_what_it_has(visitor):
    visitor.open(PAGE, graph=KARATE, directions="true", lost="true")
    visitor.set("selectbox", "mechanism", "Noisy eigenvalues").check()
    assert visitor.numbers["Space kept"] == "—"
    assert visitor.numbers["Eigenvalue error"] != "—"
    assert "holds no eigenvectors" in visitor.text
    assert len(visitor.charts) == 3, "values, a vector's place, the breakdown"
    visitor.set("segmented_control", "vectors", "On the layout").check()


def test_equal_eigenvalues_are_refused_in_words_with_a_way_out(visitor):
    visitor.upload("triangles.csv", TRIANGLES)
    visitor.open(PAGE)
    visitor.set("selectbox", "mechanism", "LNPP (as published)").check()
    visitor.check()
    assert "ask for fewer eigenpairs or take edgeFlip" in visitor.stop.answer


def test_too_small_a_graph_is_one_warning(visitor):
    visitor.upload("path.csv", b"a,b\nb,c\n")
    visitor.open(PAGE).check()
    assert "k must be below the number of nodes" in visitor.stop.answer
