"""Columns that say something of nodes are offered as their groups, whatever file holds them."""

import io

import pandas as pd
import pytest

from graphdp_core.intake import Limits, read_graph
from graphdp_core.intake.files.graph_file import open_packed
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import load_file

TEAMS = {"ann": "red", "bob": "red", "cid": "blue", "dan": "blue", "eve": ""}
PAIRS = [("ann", "bob"), ("bob", "cid"), ("cid", "dan"), ("dan", "eve"), ("eve", "ann")]
SAID = {"ann": "red", "bob": "red", "cid": "blue", "dan": "blue", "eve": "not said"}


def book() -> bytes:
    stream = io.BytesIO()
    people = pd.DataFrame({"Id": [*TEAMS], "Team": [*TEAMS.values()], "Age": range(5)})
    with pd.ExcelWriter(stream) as writer:
        pd.DataFrame(PAIRS, columns=["Source", "Target"]).to_excel(
            writer, sheet_name="Ties", index=False
        )
        people.to_excel(writer, sheet_name="People", index=False)
    return stream.getvalue()


def graphml() -> bytes:
    said = {name: f"<data key='t'>{team}</data>" * bool(team) for name, team in TEAMS.items()}
    nodes = "".join(f"<node id='{name}'>{data}</node>" for name, data in said.items())
    edges = "".join(f"<edge source='{u}' target='{v}'/>" for u, v in PAIRS)
    key = "<key id='t' for='node' attr.name='Team' attr.type='string'/>"
    return (
        f"<graphml>{key}<graph edgedefault='undirected'>{nodes}{edges}</graph></graphml>".encode()
    )


def lists() -> bytes:
    rows = [f"{u},{TEAMS[u]},{v}," for u, v in PAIRS]
    return "\n".join(["name,Team,friend 1,friend 2", *rows]).encode()


def rows_of_edges() -> bytes:
    twice = [*PAIRS, *((v, u) for u, v in PAIRS)]
    return "\n".join(["who,whom,Team", *(f"{u},{v},{TEAMS[u]}" for u, v in twice)]).encode()


FILES = {
    "g.xlsx": (book, {}),
    "g.graphml": (graphml, {}),
    "lists.csv": (lists, {"shape": "lists"}),
    "edges.csv": (rows_of_edges, {}),
}


@pytest.mark.parametrize("name", FILES)
def test_a_column_of_few_values_is_offered_and_taken_when_it_is_named(name: str) -> None:
    make, said = FILES[name]
    data = make()
    plain = load_file(io.BytesIO(data), Reading(**said), name=name)
    assert [(offer.column, offer.values) for offer in plain.offers] == [("Team", ("blue", "red"))]
    assert (plain.graph.labels, plain.grouped_by) == (None, "")
    asked = load_file(io.BytesIO(data), Reading(**said, label="Team"), name=name)
    graph = asked.graph
    assert {graph.name(i): graph.label_names[k] for i, k in enumerate(graph.labels)} == SAID
    assert asked.grouped_by == "Team"


def test_a_second_table_of_nodes_offers_its_columns() -> None:
    table = "name,Team,City\n" + "".join(f"{name},{team},Ulm\n" for name, team in TEAMS.items())
    edges = "\n".join(map(",".join, PAIRS)).encode()
    nodes = open_packed(io.BytesIO(table.encode()), name="n.csv", limits=Limits())
    loaded = load_file(io.BytesIO(edges), Reading(), name="g.csv", classes=nodes)
    assert [offer.column for offer in loaded.offers] == ["Team"]
    assert loaded.graph.labels is None
    graph = load_file(io.BytesIO(edges), Reading(label="Team"), name="g.csv", classes=nodes).graph
    assert {graph.name(i): graph.label_names[k] for i, k in enumerate(graph.labels)} == SAID


def nodes_of(table: str) -> io.BytesIO:
    return io.BytesIO(table.encode())


def test_what_is_said_of_edges_is_not_offered() -> None:
    kinds = ["mail", "call", "mail", "call", "call"]
    rows = [f"{u},{v},{kind}" for (u, v), kind in zip(PAIRS, kinds, strict=True)]
    data = "\n".join(["who,whom,kind", *rows]).encode()
    assert load_file(io.BytesIO(data), Reading(), name="g.csv").offers == ()


def test_no_groups_may_be_asked_for_where_a_format_names_them() -> None:
    edges = b"graph [ node [ id 1 club 1 ] node [ id 2 club 1 ] edge [ source 1 target 2 ] ]"
    assert read_graph(io.BytesIO(edges), "gml").labels is not None
    assert read_graph(io.BytesIO(edges), "gml", label="").labels is None
