"""A refusal that knows its remedy offers it, and the button cures."""

import pytest


@pytest.mark.parametrize(
    ("page", "asked", "key", "label"),
    [
        (
            "explore/embeddings.py",
            {
                "graph": "florentine_families", "spectral.correction": "adjusted",
                "spectral.matrix": "laplacian",
            },
            "remedy-spectral", "Matrix: Adjacency",
        ),
    ],
)  # fmt: skip
def test_what_stands_in_the_way_is_set_by_a_button(visitor, page, asked, key, label):
    visitor.open(page, **asked)
    assert len(visitor.at.warning) == 1
    assert label in visitor.at.button(key=key).label
    visitor.at.button(key=key).click().run()
    assert not visitor.at.warning
    visitor.check()


def test_settings_that_do_not_go_together_are_set_back(visitor):
    name = "weight_laplace"
    wrong = {f"{name}.clip": "true", f"{name}.lowest": "5", f"{name}.highest": "3"}
    visitor.open("explore/explore.py?see=tree", graph="les_miserables", mechanism=name, **wrong)
    assert "highest must be above" in visitor.at.error[0].value
    visitor.at.button(key="remedy-defaults").click().run()
    assert not visitor.at.error
    visitor.check()
