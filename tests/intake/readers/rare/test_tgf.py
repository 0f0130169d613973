"""TGF: nodes, a line of one sign, edges."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of, nodes_of


def test_nodes_have_labels_and_edges_may_have_weights() -> None:
    loaded = read_upload(b"1 Ann Lee\n2 Bob\n3\n#\n1 2 knows\n2 3\n", "g.tgf")
    assert nodes_of(loaded.graph) == ["3", "Ann Lee", "Bob"]
    assert edges_of(loaded.graph) == {frozenset(("Ann Lee", "Bob")): 1, frozenset(("Bob", "3")): 1}
    weighted = read_upload(b"1\n2\n#\n1 2 2.5\n", "g.tgf").graph
    assert weighted.weights.tolist() == [2.5]


@pytest.mark.parametrize(
    ("text", "message"), [(b"1 a\n2 b\n", "no line #"), (b"1 a\n#\n1\n", "line 3 names one end")]
)
def test_what_is_none_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text, "g.tgf")
