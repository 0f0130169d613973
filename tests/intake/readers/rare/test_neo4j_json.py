"""Lines of JSON as Neo4j's apoc procedures export them."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of

NODE = '{"type":"node","id":"%d","labels":["%s"],"properties":{"name":"%s","born":1}}'
KNOWS = (
    '{"id":"%d","type":"relationship","label":"KNOWS","properties":{"weight":%s},'
    '"start":{"id":"%d","labels":["User"]},"end":{"id":"%d","labels":["User"]}}'
)
LINES = [
    NODE % (0, "User", "Ann"),
    NODE % (1, "User", "Bob"),
    NODE % (2, "Bot", "Zoë"),
    NODE % (3, "Bot", "R2"),
    KNOWS % (0, 2, 0, 1),
    KNOWS % (1, 0.5, 1, 2),
]


@pytest.mark.parametrize("name", ["all.json", "all.jsonl"])
def test_relationships_are_edges_and_labels_classes(name: str) -> None:
    loaded = read_upload("\n".join(LINES).encode(), name)
    assert loaded.graph.names == ("Ann", "Bob", "Zoë", "R2")
    assert edges_of(loaded.graph) == {frozenset(("Ann", "Bob")): 2, frozenset(("Bob", "Zoë")): 0.5}
    assert [loaded.graph.label_names[k] for k in loaded.graph.labels] == ["User"] * 2 + ["Bot"] * 2
    assert loaded.cleaned == "Direction was dropped."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"type": "path"}', "line 7 is neither a node nor a relationship"),
        ('{"type": "relationship", "start": {"id": 1}}', "line 7 is a relationship without"),
        ("[1]", "line 7 is no record"),
    ],
)
def test_other_lines_are_refused(line: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload("\n".join([*LINES, line]).encode(), "all.json")
