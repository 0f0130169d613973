"""Records of JSON as pandas and D3 write them, in a list or on lines.

JSON piece by piece: what is asked for is built, the rest passed over, nothing else allowed.
"""

import json

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uploads import read_upload

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.preview import preview
from graphdp_core.intake.readers.json_records import JsonStream, written
from tests.intake.named_edges import edges_of, edges_written
from tests.patience import growth

NOVEL = nx.les_miserables_graph()
TABLE = nx.to_pandas_edgelist(NOVEL)


@pytest.mark.sample
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


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def stream(text: str, line: int = 1_000) -> JsonStream:
    return JsonStream(GraphFile("g.json", text.encode(), Limits(line=line)), "export it again")


def read_items(text: str) -> None:
    outcome = stream(text)
    for _ in outcome.items():
        outcome.value()
    outcome.end()


def skip_all(text: str) -> None:
    outcome = stream(text)
    outcome.skip()
    outcome.end()


def read_members(text: str, called: str = "values") -> None:
    outcome = stream(text)
    for _ in outcome.members():
        outcome.value(called=called)


def numbers_as_text(value: object) -> object:
    return json.loads(json.dumps(value), parse_int=str)


@settings(max_examples=15)
@given(VALUES, st.sampled_from([None, 1, "\t"]))
def test_a_value_is_what_the_json_module_reads(value: object, indent: int | str | None) -> None:
    text = json.dumps(value, indent=indent)
    outcome = stream(f" {text}\n", line=10**6)
    assert outcome.value() == numbers_as_text(value)
    outcome.end()


@settings(max_examples=40)
@given(st.dictionaries(st.text(), VALUES, max_size=5))
def test_members_can_be_read_or_passed_over(value: dict[str, object]) -> None:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = json.dumps(value)
    outcome, kept = stream(text), {}
    for place, key in enumerate(outcome.members()):
        if place % 2:
            outcome.skip()
        else:
            kept[key] = outcome.value()
    outcome.end()
    expected = [(key, numbers_as_text(v)) for key, v in value.items()]
    assert list(kept.items()) == expected[::2]


def test_items_of_a_list_come_one_at_a_time() -> None:
    outcome = stream('[1, [2, "]"], {"a": "}"}, 0.10]')
    assert [outcome.value() for _ in outcome.items()] == ["1", ["2", "]"], {"a": "}"}, "0.10"]
    empty = stream("[ ]")
    assert list(empty.items()) == []
    empty.end()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1 is not"),
        ("{", "line 1 is not"),
        ("[1\n,\n]", "line 3 is not"),
        ("[1 2]", "line 1 is not"),
        ("[tru]", "line 1 is not"),
        ("[01]", "line 1 is not"),
        ('["a]', "line 1 is not"),
        ('["\\x"]', "line 1 is not"),
        ("[[1, 2]", "line 1 is not"),
        ("[[1, 2}]", "line 1 is not"),
        ("[[1, [2]", "it ends too early"),
        ('[["a]]', "it ends too early"),
        ("[NaN]", "it holds NaN, which is no number"),
        ("[[-Infinity]]", "it holds -Infinity"),
        ("[1] 2", "something follows the end"),
    ],
)
def test_what_is_no_json_is_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_items(text)


def test_a_key_without_a_value_is_refused() -> None:
    for text in ('{"a"}', '{"a": }', '{"a": 1,}', "{a: 1}", '{"a" 1}'):
        with pytest.raises(GraphFileError, match="line 1 is not"):
            read_members(text)


def test_deep_values_are_refused_and_never_built() -> None:
    assert stream("[" * 64 + "]" * 64).value() == eval("[" * 64 + "]" * 64)
    for action in ("value", "skip"):
        with pytest.raises(GraphFileError, match="nested too deeply"):
            getattr(stream("[" * 100_000 + "]" * 100_000), action)()


def test_a_long_value_is_refused_by_its_name_but_may_be_passed_over() -> None:
    text = json.dumps({"thumbnail": "x" * 5_000, "id": 1})
    with pytest.raises(GraphFileError, match="one of its photos is too long"):
        read_members(text, called="photos")
    outcome = stream(text)
    for key in outcome.members():
        if key == "thumbnail":
            outcome.skip()
        else:
            assert outcome.value() == "1"


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("piece", ['"', '"\\', "[", '["', "{", "\\"])
def test_megabytes_of_one_sign_are_refused_in_time_by_their_length(piece: str) -> None:
    def refuse(size: int) -> None:
        with pytest.raises(GraphFileError):
            skip_all("[" + piece * (size // len(piece)))

    assert growth(refuse, 250_000) < 10


def test_text_stays_and_other_values_are_written_as_json() -> None:
    assert [written(value) for value in ("ü", None, False, {"a": ["1"]})] == [
        "ü", "null", "false", '{"a": ["1"]}',
    ]  # fmt: skip
