"""Records of JSON as pandas and D3 write them, in a list or on lines."""

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview
from tests.intake.named_edges import edges_of, edges_written

NOVEL = nx.les_miserables_graph()
TABLE = nx.to_pandas_edgelist(NOVEL)


@pytest.mark.parametrize("name", ["g.json", "g.jsonl", "g.txt"])
@pytest.mark.parametrize("lines", [True, False])
def test_records_of_pandas_are_edges(name: str, lines: bool) -> None:
    data = TABLE.to_json(orient="records", lines=lines).encode()
    assert edges_of(read_upload(data, name).graph) == edges_written(NOVEL)


def test_records_may_lack_names_that_others_have() -> None:
    data = b'[{"Person": "ann", "Friend": "bob"}, {"Friend": "cy", "Person": "bob", "hours": 2}]'
    shown = preview(data, "g.json")
    assert [column.name for column in shown.columns] == ["Person", "Friend", "hours"]
    assert shown.rows == (("ann", "bob", ""), ("bob", "cy", "2"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'[{"a": 1, "b": 2}, 7]', "item 2 is no record"),
        (b'{"a": 1, "b": 2}\n{"a": 3,\n', "line 2 is no record"),
        (b'[{"a": 1, "b": 2}', "not node-link JSON|list of records"),
    ],
)
def test_other_items_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(data, "g.json", "json_records")
