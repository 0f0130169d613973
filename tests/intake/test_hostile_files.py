"""Whatever a file holds, reading it gives a graph or one clear GraphFileError, and nothing else."""

import bz2
import contextlib
import gzip
import io
import lzma
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uploads import read_upload, zipped

from graphdp_core.intake import GraphFileError, Limits, read_graph
from graphdp_core.intake.files import graph_file
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from graphdp_core.wings import is_here
from tests.intake.damaged_files import damaged, samples
from tests.intake.rare_files import readable
from tests.patience import growth

XML = '<?xml version="1.0"?>'
ENTITY = '<!DOCTYPE graphml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'


def graphml(body: str, before: str = "", keys: str = "") -> bytes:
    return f"{XML}{before}<graphml>{keys}<graph>{body}</graph></graphml>".encode()


TABLES = [
    table
    for table in sorted(Path(__file__).parent.rglob("hostile.toml"))
    if "rare" not in table.parts or is_here("rare formats")
]

MTX = ("g.mtx", b"%%MatrixMarket matrix coordinate pattern general\n")

HOSTILE: dict[str, tuple[str, bytes, str]] = {
    **{
        name: (
            facts["file"],
            bytes.fromhex(facts.get("hex", "")) or facts.get("text", "").encode(),
            facts["says"],
        )
        for table in TABLES
        for name, facts in tomllib.loads(table.read_text(encoding="utf-8")).items()
    },
    "10 MB line": ("g.txt", b"1 2 " * 2_500_000, "line 1 is 10,000,000 bytes long"),
    "10 MB line far down": ("g.csv", b"a,b\n" * 30 + b"c" * 10_000_000, "line 31 is 10,000,000"),
    "deep XML": ("g.graphml", graphml("<a>" * 99_999), "nested too deeply"),
    "GML deep": ("g.gml", b"a [ " * 99_999, "nested too deeply"),
    "JSON long number": (
        "g.json",
        b'{"links": [{"source":1,"target":2,"weight":' + b"9" * 9_000 + b"}]}",
        "the weight '99",
    ),
    "JSON deep": ("g.json", b'{"a": ' + b"[" * 999_999, "nested too deeply"),
    "JSON long node": ("g.json", b'{"nodes": ["' + b"a" * 200_000 + b'"]}', "is too long"),
    "many xz parts": ("g.csv.xz", lzma.compress(b"") * 2_000, "too many parts"),
    "many gzip parts": ("g.txt.gz", gzip.compress(b"") * 5_000, "too many parts"),
}


ASKED_FOR_WEIGHTS = (
    "XML weight",
    "GML weight",
    "GEXF weight",
    "Pajek weight",
    "JSON overflow",
    "JSON long number",
)
"""Refused if the weight was asked for; else the edges are read without weights."""


@pytest.mark.parametrize("case", ASKED_FOR_WEIGHTS)
def test_what_is_no_weight_never_costs_the_edges(case: str) -> None:
    name, data, _ = HOSTILE[case]
    loaded = read_upload(data, name)
    assert (loaded.graph.m, loaded.graph.weights) == (1, None)
    assert "1 of 1 ties have none that is a number" in loaded.cleaned


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_gives_one_clear_sentence_that_names_it(case: str) -> None:
    name, data, message = HOSTILE[case]
    label = "team" if case == "label in an edge list" else None
    weight = "weight" if case in ASKED_FOR_WEIGHTS else None
    with pytest.raises(GraphFileError, match=message) as caught:
        read_upload(data, name, label=label, weight=weight)
    sentence = str(caught.value)
    assert sentence.startswith(name + ": ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize("text", ["nan", "1_0", "soon", ""])
def test_an_edge_without_a_number_as_weight_is_an_edge_unless_that_is_a_reason_to_stop(
    text: str,
) -> None:
    data = f"a,b,1\na,c,{text}\nb,c,3\n".encode()
    kept = read(data, "g.csv", Reading(weight=3))
    assert kept.graph.weights.tolist() == [1, 1, 3]
    assert kept.cleaned == "1 tie without a weight counts as 1."
    dropped = read(data, "g.csv", Reading(weight=3, missing_weight="drop"))
    assert dropped.graph.weights.tolist() == [1, 3]
    assert dropped.cleaned == "1 tie without a weight was left out."
    with pytest.raises(GraphFileError, match=rf"^g\.csv: line 2 has the weight '{text}'"):
        read(data, "g.csv", Reading(weight=3, missing_weight="stop"))


@pytest.mark.parametrize("text", ["-inf", "1e999", "Infinity", "∞"])
@pytest.mark.parametrize("name", ["a", '"a"'])
def test_an_infinite_weight_is_refused_unless_somebody_says_what_it_is(
    name: str, text: str
) -> None:
    data = f"a,b,1\n{name},c,{text}\nb,c,3\n".encode()
    with pytest.raises(GraphFileError, match=rf"^g\.csv: line 2 has the weight '{text}'"):
        read(data, "g.csv")
    dropped = read(data, "g.csv", Reading(missing_weight="drop"))
    assert dropped.graph.weights.tolist() == [1, 3]


CHAIN = [(1, 2), (2, 3), (3, 4)]
PATH = "".join(f"<edge source='{u}' target='{v}'/>" for u, v in ("ab", "bc", "cd"))
THREE_EDGES = [
    ("g.txt", b"1 2\n2 3\n3 4\n"),
    ("g.csv", b"a,b\nb,c\nc,d\n"),
    ("g.graphml", graphml(PATH)),
    ("g.gexf", f"<gexf><graph>{PATH}</graph></gexf>".encode()),
    ("g.net", b"*Vertices 4\n*Edges\n1 2\n2 3\n3 4\n"),
    ("g.mtx", MTX[1] + b"4 4 3\n1 2\n2 3\n3 4\n"),
    ("g.json", b'{"links": [[1, 2], [2, 3], [3, 4]]}'),
    ("g.graph", b"4 3\n2\n1 3\n2 4\n3\n"),
    ("g.gdf", b"edgedef>node1,node2\na,b\nb,c\nc,d\n"),
    ("g.sif", b"a pp b\nb pp c\nc pp d\n"),
    ("out.g", b"% sym unweighted\n1 2\n2 3\n3 4\n"),
    ("out.odd", b"% sym unweighted\n1 2\n2 3 1\n3 4\n"),
    ("all.csv", b"_id,_start,_end\n,1,2\n,2,3\n,3,4\n"),
    ("kinds.csv", b":START_ID(A),:END_ID(B)\n1,1\n2,1\n2,2\n"),
    ("half.csv", b"a,0\nb,1,0\nc,0,1,0\nd,0,0,1,0\n"),
    ("g.gml", b"graph [ %s]" % b"".join(b"edge [ source %d target %d ] " % p for p in CHAIN)),
]
"""A path of four nodes in every format."""


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(bytes=11), "larger than the 1.1e-05 MB allowed"),
        (Limits(nodes=3), "more than the 3 nodes allowed"),
        (Limits(edges=2), "more than the 2 ties allowed"),
    ],
)
@pytest.mark.parametrize(("name", "data"), [one for one in THREE_EDGES if readable([one[0]])])
def test_limits_are_kept_in_every_format(
    limits: Limits, message: str, name: str, data: bytes
) -> None:
    assert read_upload(data, name).graph.m == 3
    with pytest.raises(GraphFileError, match=message):
        read_upload(data, name, limits=limits)


def bomb(packing: str) -> bytes:
    """60 MB of edges in less than one; of bz2, which packs slowly, 30 streams in a row."""
    lines = b"1 2\n" * 250_000
    if packing == "gz":
        return gzip.compress(lines * 60)
    if packing == "xz":
        return lzma.compress(lines * 60, preset=0)
    return bz2.compress(lines, 1) * 30 if packing == "bz2" else zipped({"bomb.txt": lines * 60})


@pytest.mark.sample
@pytest.mark.parametrize("packing", ["gz", "bz2", "xz", "zip"])
def test_a_bomb_stops_at_the_limit(packing: str) -> None:
    data = bomb(packing)
    assert len(data) < 1_000_000
    tracemalloc.start()
    with pytest.raises(GraphFileError, match="larger than the 5 MB allowed"):
        read_upload(data, f"bomb.txt.{packing}", limits=Limits(bytes=5_000_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_weights_whose_sums_or_inverses_are_no_numbers_are_refused() -> None:
    """Their sums are infinite, or their inverses: whatever was computed of them would be nan."""
    for rows, repeats in (
        (b"a,b,1e308\nb,a,1e308\n", "sum"),
        (b"a,b,1e308\nb,a,1e308\na,c,-1e308\nc,a,-1e308\n", "sum"),
        (b"a,b,1e300\nb,c,1e300\n", "first"),
        (b"a,b,5e-324\nb,c,1\n", "first"),
    ):
        with pytest.raises(GraphFileError, match=r"g\.csv: weights must be 0 or at least 1e-300"):
            read_upload(rows, "g.csv", repeats=repeats)
    kept = read_upload(b"a,b,0\nb,c,1e-300\nc,d,9e299\n", "g.csv").graph.weights
    assert kept is not None
    assert kept.tolist() == [0.0, 1e-300, 9e299]


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.csv", tmp_path):
        with pytest.raises(GraphFileError, match=f"^{path.name}: .*check the path"):
            read_graph(path)


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path, monkeypatch) -> None:
    path = tmp_path / "g.csv"
    path.write_bytes(b"a,b\nb,c\n")
    state = graph_file._state

    def changed_after(stream):
        outcome = state(stream)
        path.write_bytes(b"a,b\nb,c\nc,d\n")
        return outcome

    assert read_graph(path).m == 2
    monkeypatch.setattr(graph_file, "_state", changed_after)
    with pytest.raises(GraphFileError, match=r"g\.csv: it changed while it was read"):
        read_graph(path)


def test_the_name_of_a_file_is_shown_as_plain_text() -> None:
    with pytest.raises(GraphFileError, match=r"^evilname\.csv: the file is empty"):
        read_upload(b"", "../../etc/evil\x1b\nname.csv")


def test_a_file_open_as_text_is_refused() -> None:
    with pytest.raises(ValueError, match=r"use open\(path, 'rb'\)"):
        read_graph(io.StringIO("a,b\n"), "edge_list")


def test_reading_never_opens_the_name_of_an_upload() -> None:
    with pytest.raises(GraphFileError, match="the file is empty"):
        read_upload(b"", __file__.replace(".py", ".csv"))


def takes_linear_time(name: str, made: Callable[[int], bytes], size: int) -> bool:
    """Whether four times the size takes four times as long or less, read or refused."""

    def read(size: int) -> None:
        with contextlib.suppress(GraphFileError):
            read_upload(made(size), name)

    return growth(read, size) < 10


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize(
    ("name", "head", "sign"),
    [
        ("g.csv", b"", b'a,"\n'),  # cells of two lines
        ("g.gml", b'graph [ node [ id 1 label "', b"["),
        ("g.gml", b"", b'"'),
        ("g.graphml", b"", b"<graphml "),
        ("g.json", b'{"a": ["', b'\\"'),
        ("g.json", b'{"nodes": [', b"[],"),
        ("g.json", b'{"', b"a" * 25),
        ("g.net", b"*Vertices 1\n", b'"'),
    ],
)
def test_many_quotes_and_brackets_take_linear_time(name, head, sign) -> None:
    assert takes_linear_time(name, lambda size: head + sign * size, 5_000)


@pytest.mark.long
def test_a_wide_json_is_never_built_whole() -> None:
    data = b'{"graph": [' + b"[]," * 100_000 + b'1], "nodes": ["a"]}'
    tracemalloc.start()
    assert read_upload(data, "g.json").graph.n == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * len(data)


def test_lone_surrogates_do_not_reach_names() -> None:
    graph = read_upload(b'{"nodes": ["a\\ud800b", "\\udfff"]}', "g.json").graph
    assert graph.names == ("ab", "1")


SMALL = Limits(bytes=2_000_000, nodes=20_000, edges=50_000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_of_all_formats_are_read_or_refused(seed: int) -> None:
    for name, data in damaged(250, seed, samples()):
        try:
            shown = preview(data, name, limits=SMALL)
            loaded = read(data, name, shown.reading, limits=SMALL)
        except GraphFileError as error:
            sentence = str(error)
        else:
            sentence = loaded.cleaned
            assert loaded.graph.n > 0
        assert sentence.endswith(".")
        assert "\n" not in sentence


FUZZ = settings(max_examples=50, deadline=None, derandomize=True, database=None)
ROWS = st.text(alphabet="01 2a,;\t\"'\n\r#%.-e|é\x07\u2028", max_size=60)


def read_or_refuse(data: bytes, name: str) -> None:
    try:
        loaded = read_upload(data, name)
    except GraphFileError:
        return
    assert loaded.graph.n > 0
    assert loaded.cleaned.endswith(".")


@FUZZ
@given(data=st.one_of(st.binary(max_size=80), ROWS.map(str.encode)))
def test_random_edge_lists_are_read_or_refused(data: bytes) -> None:
    read_or_refuse(data, "fuzz.csv")


@FUZZ
@given(data=st.one_of(st.binary(max_size=80), ROWS.map(str.encode)))
def test_a_preview_of_anything_is_shown_or_refused_and_reads_the_same(data: bytes) -> None:
    try:
        shown = preview(data, "fuzz.csv")
    except GraphFileError:
        with pytest.raises(GraphFileError):
            read_upload(data, "fuzz.csv")
        return
    try:
        graph = read_upload(data, "fuzz.csv").graph
    except GraphFileError:
        return
    assert read(data, "fuzz.csv", shown.reading).graph == graph


GRAPHML_PIECES = st.sampled_from(
    [
        "<graphml>",
        "</graphml>",
        "<graph edgedefault='directed'>",
        "</graph>",
        "<node id='a'>",
        "<node id='b'/>",
        "</node>",
        "<edge source='a' target='b'>",
        "</edge>",
        "<data key='w'>",
        "</data>",
        "1.5",
        "<key id='w' for='edge' attr.name='weight'>",
        "<key id='l' for='all' attr.name='label'>",
        "<default>",
        "</default>",
        "</key>",
        "<data>",
        "<x/>",
        "&amp;",
        "&#0;",
        "<![CDATA[1]]>",
        "<!-- -->",
        "<?xml version='1.0' encoding='utf-7'?>",
    ]
)


def balanced(pieces: list[str]) -> str:
    """Close what is open, so that much of what is drawn is well-formed."""
    opened: list[str] = []
    for piece in pieces:
        if piece.startswith("<") and piece[1].isalpha() and not piece.endswith("/>"):
            opened.append(piece[1:-1].split()[0])
    inner = [piece for piece in pieces if not piece.startswith("</")]
    return "".join(inner) + "".join(f"</{tag}>" for tag in reversed(opened))


@FUZZ
@given(
    pieces=st.lists(GRAPHML_PIECES, max_size=14),
    close=st.booleans(),
    root=st.booleans(),
    noise=st.binary(max_size=3),
)
def test_random_graphml_is_read_or_refused(
    pieces: list[str], close: bool, root: bool, noise: bytes
) -> None:
    text = balanced(pieces) if close else "".join(pieces)
    if root:
        text = f"<graphml><graph>{text}</graph></graphml>"
    read_or_refuse(text.encode() + (b"" if close else noise), "fuzz.graphml")


def joined(pieces: str, sign: str, *, most: int) -> st.SearchStrategy[str]:
    """Some of the pieces, between which bars stand, one after the other."""
    return st.lists(st.sampled_from(pieces.split("|")), max_size=most).map(sign.join)


TEXT = st.text(alphabet="*%0123456789abc.\"' \n\t-eVERTICSdgs", max_size=90)
GML = joined(
    'graph|node|edge|id|source|target|weight|value|label|directed|[|]|1|2|1.5|-|"a"|"|#|&#55296;|nan',
    " ",
    most=30,
)
PAJEK = joined(
    "*Vertices 3|*vertices 2 1|*Edges|*Arcs|*Arcslist|*Matrix|*Partition|*Vector v|*Network n|1 2|"
    '2 3 1.5|3 1 nan|1 "a b" 0 1|2 "|1 2 3|0 1 0|%||5|-1|\u0663 1|1 2 1e999',
    "\n",
    most=12,
)
MATRIX = st.builds(
    "%%MatrixMarket matrix {} {} {}\n{}".format,
    st.sampled_from(["coordinate", "array", "x"]),
    st.sampled_from(["real", "integer", "pattern", "complex"]),
    st.sampled_from(["general", "symmetric", "skew-symmetric", "hermitian"]),
    joined("2 2|2 2 1|3 3 2|1 2|1 2 3.5|2 1 nan|%||0|1.5", "\n", most=7),
)
FUZZED = {
    "fuzz.gml": GML | GML.map(lambda text: f"graph [ node [ id 1 {text} ] ]"),
    "fuzz.net": PAJEK | TEXT | PAJEK.map(lambda text: f"*Vertices 3\n{text}"),
    "fuzz.mtx": MATRIX | TEXT,
    "fuzz.graph": joined("2 1|3 2 1|2 1 111 2||2|1 3|2 0.5|%|x|1 1", "\n", most=7),
}


@pytest.mark.sample
@pytest.mark.parametrize("name", FUZZED)
@FUZZ
@given(data=st.data())
def test_random_text_of_a_format_is_read_or_refused(name: str, data: st.DataObject) -> None:
    read_or_refuse(data.draw(FUZZED[name]).encode(), name)
