"""The menu by which things leave a page: on every page, computed when asked, names at home."""

import contextlib
import io
import json

import pytest
import streamlit as st

from pages.take_away import take_away
from tests.visitor import UPLOAD

FRIENDS = b"Ann,Bob\nBob,Cem\nCem,Dan\nDan,Ann\nAnn,Cem\nDan,Eve\n"


def opened(visitor, kind="Picture"):
    """The menu, with one kind of thing chosen."""
    visitor.at.session_state["take-kind"] = kind
    visitor.at.button(key="take-away").click().run()
    assert [e.value for e in visitor.at.exception] == []
    return visitor.at


def drawn(at):
    """The picture that the browser is sent."""
    (sent,) = (w.proto for w in at.get("bidi_component") if w.key == "take-picture")
    return sent.SerializeToString().decode("utf-8", "replace").replace('\\"', '"')


@pytest.mark.sample
@pytest.mark.parametrize("page", ["board", "data", "explore?see=spectrum"])
def test_it_opens_on_pages_that_lead_with_a_picture_and_on_others(visitor, page):
    at = opened(visitor.open(page, graph="karate"))
    assert "Without privacy" in drawn(at)
    assert any("not private" in str(item.value) for item in at.caption)
    leads = page == "explore?see=spectrum"
    assert ("take-property" in {box.key for box in at.selectbox}) != leads
    if not leads:  # any property can be taken along
        visitor.at.session_state["take-property"] = "Spectrum"
        opened(visitor)
    assert "eigenvalue" in drawn(visitor.at)


@pytest.mark.long
def test_a_caption_has_the_graph_s_own_name_and_no_server(visitor, monkeypatch):
    here = property(lambda self: "http://localhost:8501/board")
    monkeypatch.setattr(type(st.context), "url", here)
    said = drawn(opened(visitor.open("board", graph="school", epsilon="2")))
    assert "A school of 300 pupils. " in said
    assert "SBM" not in said
    assert "GraphDP: /board?" in said
    assert "localhost" not in said
    assert "http://" not in said.replace("http://www.w3.org", "")


def test_a_page_without_a_graph_offers_nothing(visitor):
    visitor.open("explore?see=graph")
    visitor.at.selectbox(key="graph").set_value(UPLOAD).run()
    assert "take-away" not in {button.key for button in visitor.at.button}


@pytest.mark.parametrize("page", ["explore?see=embedding", "explore?see=persistence"])
def test_the_script_gives_the_finding_of_the_page(visitor, page):
    visitor.open(page, graph="karate", epsilon="2", draw="3")
    answer = visitor.stop.answer if visitor.stop else visitor.at.title[0].value
    at = opened(visitor, "Script")
    python = next(item.value for item in at.code if item.language == "python")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(python, "taken away", "exec"), {})
    assert said.getvalue().startswith(answer)
    shell = next(item.value for item in at.code if item.language == "bash")
    assert "--epsilon 2.0 --seed 3" in shell


def test_what_is_chosen_about_the_picture_is_in_it(visitor):
    visitor.open("explore?see=embedding", graph="karate", axes="23")
    assert "dimension 3" in drawn(opened(visitor))
    visitor.at.session_state["take-size"] = "column"
    assert 'width="85mm"' in drawn(opened(visitor))
    assert "noise draw 0" in drawn(visitor.at)
    visitor.at.session_state["take-caption"] = False
    assert "noise draw 0" not in drawn(opened(visitor))


@pytest.mark.parametrize(
    ("kind", "what"), [("Moving picture", "moving picture"), ("Report", "report")]
)
def test_large_files_are_made_when_asked(visitor, kind, what):
    at = opened(visitor.open("explore?see=centrality", graph="karate"), kind)
    assert not at.get("download_button")
    assert at.button(key=f"take-{what}").label == f"Make the {what}"


@pytest.mark.parametrize(
    ("kind", "key"), [("Numbers", "save-numbers"), ("Script", "save-notebook")]
)
def test_small_files_are_made_as_they_are_saved(visitor, kind, key):
    at = opened(visitor.open("explore?see=centrality", graph="karate"), kind)
    (save,) = at.get("download_button")
    assert save.key == key
    assert save.proto.HasField("deferred_file_id")


def test_names_stay_home_unless_the_person_says_otherwise(visitor):
    visitor.upload("friends.csv", FRIENDS)
    visitor.open("explore?see=graph")
    at = opened(visitor)
    assert "Ann" not in drawn(at)
    assert "friends.csv" in drawn(at)
    at.session_state["take-names"] = "Names go along"
    assert "Ann" in drawn(opened(visitor))
    visitor.open("explore?see=centrality")
    assert "Ann" in drawn(opened(visitor))  # asked once
    assert "http" not in json.dumps(drawn(visitor.at).split("</text>")[-2:])  # no address of it


def test_the_trade_off_page_gives_the_script_of_its_curves(visitor, short_sweeps):
    at = opened(visitor.open("which-epsilon", graph="karate"), "Script")
    script = next(item.value for item in at.code if "gdp.sweep(" in item.value)
    assert "epsilons = [1.0, 4.0]" in script
    assert not any("gdp.sweep(" in item.value for item in opened(
        visitor.open("explore?see=graph"), "Script").code)  # fmt: skip


def test_the_lines_of_a_frame_lead_to_the_stage_alone(visitor, monkeypatch):
    there = "https://example.org/explore?see=graph&graph=karate"
    monkeypatch.setattr(take_away, "_link", lambda taken: there)
    at = opened(visitor.open("explore?see=graph", graph="karate"))
    lines = next(item.value for item in at.code if item.language == "html")
    assert f'src="{there.replace("&", "&amp;")}&amp;embed=true"' in lines
    at = opened(visitor.open("data", graph="karate"))
    assert not [item for item in at.code if item.language == "html"], "no stage stands there"
