"""A notebook is valid, runs as it is, and finds the page's numbers again."""

import ast
import contextlib
import io
import json

import graphdp_core as gdp
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.takeaway.notebook import notebook
from graphdp_core.takeaway.origin import Origin
from graphdp_core.takeaway.recipe import Recipe

KARATE = GraphChoice("dataset", "karate")


def recipe(*, epsilon=2.0, analysis="louvain", title="Karate club"):
    c = gdp.compare(
        KARATE.load(), gdp.mechanism("edge_flip"), gdp.analysis(analysis), epsilon=epsilon
    )
    made = Recipe.of(c, Origin.of_choice(KARATE))
    return Recipe(**{**vars(made), "title": title})


def executed(text):
    """What every code cell prints or ends with, as a kernel runs them: one after the other."""
    names, seen = {}, []
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "cell", "exec"), names)
            value = last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        seen.append((printed.getvalue(), value))
    return seen


def test_it_runs_and_finds_every_number_again():
    made = recipe()
    seen = executed(notebook(made))
    compared = next(printed for printed, _ in seen if "as on the page" in printed)
    assert compared.count("as on the page") == len(made.numbers) > 3
    assert "was" not in compared
    table = seen[-1][1]
    assert list(table.columns) == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert "ari" in table.index


def test_a_number_that_differs_is_said():
    made = recipe()
    rounded = made.numbers["ami"] * (1 + 1e-12)
    wrong = Recipe(**{**vars(made), "numbers": {"ari": 0.123, "ami": rounded}})
    compared = next(printed for printed, _ in executed(notebook(wrong)) if "0.123" in printed)
    assert compared.count("as on the page") == 1
    assert "was 0.123" in compared


def test_it_is_of_the_format():
    """The fields that the schema of nbformat 4.5 asks for, and no other."""
    made = json.loads(notebook(recipe()))
    assert set(made) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in made["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in made["cells"]:
        wanted = {"id", "cell_type", "metadata", "source"}
        if cell["cell_type"] == "code":
            wanted |= {"execution_count", "outputs"}
            assert cell["outputs"] == []
        assert set(cell) == wanted
        assert all(line.endswith("\n") for line in cell["source"][:-1])


def test_markup_in_a_title_is_text():
    text = notebook(recipe(title="<img src=x onerror=alert(1)> [me](http://x)"))
    words = "".join("".join(c["source"]) for c in json.loads(text)["cells"] if "outputs" not in c)
    assert "<img" not in words
    assert r"\[me\]" in words
