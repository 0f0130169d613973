"""The Data page: what is loaded, the catalogue, generators, saving, and links to absent graphs."""

import json

import pytest
from uploads import read_upload

from graphdp_core.data import DATASETS, dataset, load_graph
from graphdp_core.data.registry import RegisteredDataset
from graphdp_core.intake import written
from pages.data import data_views

DATA = "data"
KARATE = "Karate club (34 nodes)"
POLBLOGS = "Political blogs (1,490 nodes)"


@pytest.fixture
def no_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("GRAPHDP_DATA_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_it_says_what_is_loaded_and_whom_to_cite(visitor):
    visitor.open(DATA, graph=KARATE)
    visitor.check()
    assert visitor.numbers["Nodes"] == "34"
    assert visitor.numbers["Ties"] == "78"
    assert visitor.numbers["Components"] == "1"
    assert visitor.numbers["Classes"] == "2"
    assert any("Zachary W. W. (1977)" in said.proto.help for said in visitor.at.markdown)


@pytest.mark.sample
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("one-node.json", b'{"nodes": ["a"]}'),
        ("no-edges.net", b"*Vertices 5\n"),
        ("pieces.csv", b"a,b\nc,d\nd,b\ne,f\n"),
        ("weights.mtx", b"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 -1\n3 1 2\n"),
        ("names.csv", b"<b>Ann</b>,$x_1$ [z](http://a.b)\n"),
    ],
)
def test_awkward_files_give_a_finished_page(visitor, name, content):
    visitor.upload(name, content)
    visitor.open(DATA).check()
    assert "Your own file" in visitor.text


def test_an_own_file_is_told_who_would_be_unique_without_names(visitor):
    """A triangle with a tail: two of four people have numbers of their own."""
    visitor.upload("g.csv", b"a,b\na,c\nb,c\nc,d\n")
    visitor.open(DATA).check()
    assert "Without names 50 of 100 people would be unique by their number" in visitor.text
    visitor.open(DATA, graph="karate").check()
    assert "Without names" not in visitor.text


def test_what_was_cleaned_is_said_and_classes_and_component_can_be_chosen(visitor):
    visitor.bring("g.csv", b"1,2\n2,1\n3,3\n")
    assert "1 pair stood in both directions" in visitor.text.replace("\\", "")
    visitor.set("toggle", "largest", True)
    visitor.at.button(key="accept").click().run()
    visitor.open(DATA).check()
    assert visitor.numbers["Nodes"] == "2"
    assert "reads the private data" in visitor.text
    visitor.at.button(key="change-file").click().run()
    visitor.set("toggle", "largest", False)
    visitor.at.file_uploader(key="class-file").upload("c.csv", b"1,x\n2,y\n3,x\n").run()
    visitor.at.button(key="accept").click().run()
    assert visitor.numbers["Classes"] == "2"
    visitor.at.button(key="change-file").click().run()
    visitor.at.button(key="no-classes").click().run()
    visitor.at.file_uploader(key="class-file").upload("c.csv", b"1,x\n").run()
    assert [e.value for e in visitor.at.exception] == []
    visitor.at.button(key="accept").click().run()
    assert visitor.numbers["Classes"] == "1"  # two nodes say none


@pytest.mark.long
def test_three_clicks_lead_from_a_word_to_a_graph_in_use(visitor):
    visitor.open(DATA, published="true")
    visitor.at.text_input(key="search").set_value("chapters weights").run()
    assert visitor.at.selectbox(key="closer").options == ["Les Misérables (77 nodes)"]
    visitor.at.button(key="use-data-set").click().run()
    visitor.check()
    assert visitor.at.selectbox(key="graph").value == "Les Misérables (77 nodes)"
    assert visitor.numbers["Weights"] == "1 to 31"
    visitor.at.text_input(key="search").set_value("zebra").run()
    assert "use fewer" in visitor.text


def test_a_generator_is_tried_and_taken_over_with_its_parameters(visitor):
    visitor.open(DATA, make="true")
    visitor.at.selectbox(key="try-generator").set_value("Two moons").run()
    before = visitor.charts
    visitor.at.number_input(key="try-moons.n").set_value(50).run()
    assert visitor.charts != before
    visitor.at.segmented_control(key="try-moons.joined").set_value("All pairs").run()
    visitor.at.button(key="use-generator").click().run()
    visitor.check()
    assert visitor.at.selectbox(key="graph").value == "Made: Two moons"
    assert (visitor.numbers["Nodes"], visitor.numbers["Ties"]) == ("50", "1,225")
    visitor.at.number_input(key="try-moons.neighbours").set_value(50).run()
    visitor.at.segmented_control(key="try-moons.joined").set_value("Nearest").run()
    told = visitor.at.main.warning[0].value
    assert told == "Neighbours must be less than Nodes = 50, got 50."
    assert visitor.at.button(key="use-generator").disabled


@pytest.mark.usefixtures("no_folder")
def test_a_link_to_a_graph_that_is_not_at_hand_says_so_until_another_is_chosen(visitor):
    visitor.open(DATA, graph=POLBLOGS)
    for draw in (2, 1):
        assert "Political blogs is not available here" in visitor.at.main.warning[0].value
        assert visitor.charts == []
        assert visitor.at.selectbox(key="graph").value == POLBLOGS
        visitor.open(DATA, draw=str(draw))
    visitor.set("selectbox", "graph", KARATE)
    visitor.check()


@pytest.mark.usefixtures("no_folder")
def test_a_download_that_fails_is_one_sentence(visitor, monkeypatch):
    def fail(self, *, progress):
        progress(0.5, "half")
        raise type_of_error("polblogs.zip: it could not be fetched; check the connection.")

    from graphdp_core.intake import GraphFileError as type_of_error

    monkeypatch.setattr(RegisteredDataset, "fetch", fail)
    visitor.open(DATA, graph=POLBLOGS)
    visitor.at.button(key="fetch-here").click().run()
    assert "check the connection" in visitor.at.error[0].value
    assert [e.value for e in visitor.at.exception] == []


@pytest.mark.usefixtures("no_folder")
def test_the_catalogue_says_what_can_be_downloaded(visitor):
    visitor.open(DATA, published="true")
    table = visitor.at.dataframe[0].value
    assert set(table["Available"]) == {"yes", "download", "no"}
    assert len(table) == len(DATASETS)
    visitor.at.selectbox(key="closer").set_value(POLBLOGS).run()
    assert "not available on this machine" in visitor.text
    assert visitor.at.button(key="fetch")


def test_large_graphs_are_summed_up_and_say_what_was_left_out(visitor, data_dir):
    info = dataset("wiki-vote")
    visitor.open(DATA, graph=f"{info.title} ({info.n:,} nodes)")
    visitor.check()
    assert "of 7,115 nodes, around one chosen at random" in visitor.text
    assert "Louvain communities" not in visitor.text, "nothing is drawn that is closed"
    visitor.open(DATA, structure="true")
    assert "Louvain communities" in visitor.text
    assert len(visitor.charts) >= 4


def test_all_saved_forms_hold_the_graph_and_say_that_it_is_the_true_one(visitor):
    visitor.open(DATA, graph=KARATE)
    buttons = [b for b in visitor.at.get("download_button") if b.key.startswith("save-")]
    assert [button.label for button in buttons] == [
        "Save the TRUE graph as GraphML", "Save the TRUE graph as CSV",
        "Save the TRUE graph as JSON",
    ]  # fmt: skip
    graph = load_graph("karate")
    for form in ("graphml", "json", "csv"):
        data = written(graph, form, remark=data_views.TRUE)
        assert b"The TRUE graph, not private" in b"".join(data.splitlines()[:2])
        again = read_upload(data, f"g.{form}").graph
        assert (again.n, again.m) == (graph.n, graph.m)
        assert form == "csv" or again == graph
    assert json.loads(written(graph, "json"))["directed"] is False


def test_own_points_become_a_graph_once_they_are_rescaled(visitor):
    visitor.bring("points.csv", b"x,y,part\n1.5,0,a\n1,0.1,a\n0.1,0.9,b\n0.2,0.8,b\n0.7,0.7,a\n")
    visitor.set("toggle", "points", True)
    reason = visitor.at.main.warning[0].value.replace("\\", "")
    assert "points 0 and 1 have the inner product 1.5, which is no probability" in reason
    visitor.set("toggle", "rescale", True)
    visitor.at.button(key="accept").click().run()
    visitor.open(DATA).check()
    assert "Drawn from 5 points in 2 dimensions, rescaled." in visitor.text.replace("\\", "")
    for page in ("explore?see=persistence", "explore?see=embedding"):
        visitor.open(page).check()
