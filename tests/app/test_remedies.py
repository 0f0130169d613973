"""A refusal that knows its remedy offers it, and the button cures."""

from pages.session import session


def test_a_refusal_on_the_stage_is_cured_by_a_button_below_it(visitor, monkeypatch):
    told = {"refused": True, "epsilon": 3.0, "view": "spectrum"}
    heard = {"rested": told}
    monkeypatch.setattr(session, "answer", lambda key, name="answer": heard.get(name))
    small = {"graph": "erdos_renyi", "erdos_renyi.n": "8", "spectrum.k": "10"}
    visitor.open("explore/page.py", see="spectrum", epsilon="3", **small).check()
    assert "k must be below the number of nodes" in visitor.stop.answer
    assert "Eigenpairs: 7" in visitor.at.button(key="remedy-spectrum").label
    visitor.at.button(key="remedy-spectrum").click().run()
    visitor.check()
    assert visitor.stop.figures
    assert "remedy-spectrum" not in {button.key for button in visitor.at.button}


def test_settings_that_do_not_go_together_are_set_back(visitor):
    name = "weight_laplace"
    wrong = {f"{name}.clip": "true", f"{name}.lowest": "5", f"{name}.highest": "3"}
    visitor.open("explore/page.py?see=tree", graph="les_miserables", mechanism=name, **wrong)
    assert "highest must be above" in visitor.at.error[0].value
    visitor.at.button(key="remedy-defaults").click().run()
    assert not visitor.at.error
    visitor.check()
