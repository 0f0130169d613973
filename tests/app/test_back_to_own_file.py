"""A step back, or a snapshot, from one own file to another."""

from pages.ground import streamlit_internals

TRIANGLE, STAR = b"a,b\nb,c\na,c\n", b"m,x\nm,y\nm,z\n"


def test_the_file_that_the_address_names_is_used_again(visitor, monkeypatch):
    visitor.upload("triangle.csv", TRIANGLE)
    first = visitor.address
    visitor.at.button(key="change-file").click().run()
    visitor.bring_again("star.csv", STAR).at.button(key="accept").click().run()
    assert "4 nodes" in visitor.at.button(key="change-file").label
    monkeypatch.setattr(streamlit_internals, "follows_history", lambda: True)
    visitor.at.query_params.update(first)
    visitor.at.run()
    assert "triangle.csv, 3 nodes" in visitor.at.button(key="change-file").label.replace("\\", "")


def test_a_file_that_is_gone_is_asked_for_by_name(visitor, monkeypatch):
    visitor.upload("star.csv", STAR)
    monkeypatch.setattr(streamlit_internals, "follows_history", lambda: True)
    visitor.at.query_params["file"] = "1a2b3c4d.2048.friends.csv"
    visitor.at.run()
    assert "This page needs friends" in visitor.text
    assert not [b for b in visitor.at.button if b.key == "change-file"]
