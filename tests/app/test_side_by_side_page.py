"""Two releases beside the truth: what B is, what is said of both, what may not be compared."""

from pages.shared import session

PAGE = "explore/side_by_side.py"


def test_b_is_another_mechanism_at_the_same_epsilon_until_it_is_chosen(visitor):
    visitor.open(PAGE, graph="karate", analysis="louvain").check()
    assert len(visitor.pairs) == 4, "two widgets, each with the part that stays"
    assert "At ε = 3 A is from edgeFlip, draw 0; B is from LaplaceFlip, draw 0." in visitor.text
    assert " | " in visitor.numbers["Agreement (ARI)"]
    visitor.set("selectbox", "b.mechanism", "edgeFlip").set("selectbox", "b.epsilon", "0.5")
    visitor.set("segmented_control", "b.draw", "Another draw")
    assert "B is from edgeFlip at ε = 0.5, draw 1." in visitor.text
    assert visitor.at.title[0].value.startswith("A keeps more than B: agreement (ARI)")
    assert "A spends ε = 3, B ε = 0.5" in visitor.text
    for key, word in (("b.mechanism", "edge_flip"), ("b.epsilon", "0.5"), ("b.draw", "another")):
        assert word in visitor.at.query_params[key]


def test_a_release_beside_itself_is_the_same(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", **{"b.mechanism": "edge_flip"}).check()
    assert "the same" in visitor.text
    assert "about the same" in visitor.at.title[0].value
    assert "**A and B.** " in visitor.text


def test_promises_of_other_units_come_with_a_warning(visitor):
    visitor.open(PAGE, graph="les_miserables", analysis="spanning_tree",
                 **{"b.mechanism": "weight_laplace"})  # fmt: skip
    assert [w.value for w in visitor.at.warning if "not the same promise" in w.value]
    assert visitor.pairs


def test_charts_stand_beside_each_other(visitor):
    visitor.open(PAGE, graph="karate", analysis="persistence").check()
    assert len(visitor.at.get("plotly_chart")) == 2


def test_marks_of_a_reader_are_in_both(visitor, monkeypatch):
    visitor.open(PAGE, graph="karate", analysis="overview")
    before = visitor.pairs
    monkeypatch.setattr(session, "selection", lambda: [0, 33])
    visitor.at.run()
    assert "Marked:" in visitor.text
    assert len(set(before) - set(visitor.pairs)) == 2


def test_each_promise_has_its_own_seal(visitor):
    visitor.open(PAGE, graph="karate", analysis="spectrum", mechanism="lnpp",
                 **{"b.mechanism": "edge_flip"})  # fmt: skip
    said = [str(item.value) for item in visitor.at.markdown]
    a, b = (next(text for text in said if text.startswith(f"**{side}.**")) for side in "AB")
    assert ":red[:material/lock_open:" in a
    assert "shield" not in a
    assert ":material/shield_lock:" in b
