"""A script that is taken away gives the page's numbers, to 1e-9 of them."""

import ast
import contextlib
import hashlib
import io
import json
import os
import shlex
import subprocess
import sys

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.cli.commands import main
from graphdp_core.experiment.compare import compare, compatible, noise_stream, run_baseline
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.intake.files.reading import Reading
from graphdp_core.params import Refused, schema
from graphdp_core.takeaway.origin import Origin
from graphdp_core.takeaway.recipe import Recipe, as_python, as_shell

KARATE = GraphChoice("dataset", "karate")
MOONS = GraphChoice("generator", "moons", (("n", 40),))  # with weights


def as_on_a_page(graph, mechanism, analysis, *, epsilon=2.5, seed=3):
    """The comparison as pages make it: baseline and release are known from before."""
    mechanism.check(graph, epsilon)
    release = mechanism.release(graph, epsilon=epsilon, rng=noise_stream(seed))
    return compare(
        graph, mechanism, analysis, epsilon=epsilon, seed=seed,
        baseline=run_baseline(graph, analysis), release=release,
    )  # fmt: skip


def run(text):
    """The names that a script leaves behind; what it prints is passed over."""
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text, "taken away", "exec"), names)
    return names


def after_graphdp(command):
    """The words of a command that graphdp itself reads."""
    return shlex.split(command)[1:]


def near(metrics):
    """These numbers to 1e-9 of them: counts below 1e9 exactly."""
    return pytest.approx(dict(metrics), rel=1e-9, abs=1e-9, nan_ok=True)


def variants(kind):
    """Members of a kind with a choice other than the usual, then the usual one."""
    for parameter in schema(kind):
        for choice in parameter.choices:
            if choice != parameter.default:
                with contextlib.suppress(Refused):
                    yield kind(**{parameter.name: choice})
    yield kind()


def first_that_runs(mechanisms, analyses):
    """A comparison by the first mechanism and analysis that take one of the two graphs."""
    for choice in (KARATE, MOONS):
        graph = choice.load()
        for mechanism in (made for kind in mechanisms for made in variants(kind)):
            for analysis in (made for kind in analyses for made in variants(kind)):
                if compatible(mechanism, analysis):
                    with contextlib.suppress(Refused):
                        return as_on_a_page(graph, mechanism, analysis), choice
    raise AssertionError("no graph for it")


@pytest.mark.sample
@pytest.mark.parametrize("kind", gdp.ANALYSES, ids=lambda kind: kind.id)
def test_every_analysis_is_measured_again(kind):
    c, choice = first_that_runs(gdp.MECHANISMS, [kind])
    recipe = Recipe.of(c, Origin.of_choice(choice))
    assert dict(run(as_python(recipe))["comparison"].metrics) == near(c.metrics)


@pytest.mark.sample
@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
def test_every_mechanism_is_measured_again(kind):
    c, choice = first_that_runs([kind], gdp.ANALYSES)
    recipe = Recipe.of(c, Origin.of_choice(choice))
    assert dict(run(as_python(recipe))["comparison"].metrics) == near(c.metrics)


@pytest.mark.parametrize(
    "choice",
    [
        GraphChoice("dataset", "karate", largest_component=True),
        GraphChoice("generator", "sbm", (("blocks", 2), ("n", 40)), seed=4),
        GraphChoice("generator", "erdos_renyi", (("n", 40),), seed=1, largest_component=True),
    ],
    ids=str,
)
def test_every_graph_of_ours_is_got_again_by_script_and_by_command(choice, capsys):
    c = as_on_a_page(choice.load(), gdp.mechanism("edge_flip"), gdp.analysis("overview"))
    recipe = Recipe.of(c, Origin.of_choice(choice))
    assert dict(run(as_python(recipe))["comparison"].metrics) == near(c.metrics)
    command = as_shell(recipe).splitlines()[-1]
    assert main(after_graphdp(command)) == 0
    data = json.loads(capsys.readouterr().out)["metrics"]
    known = {name: value for name, value in c.metrics.items() if np.isfinite(value)}
    assert {name: data[name] for name in known} == near(known)


def test_an_own_file_is_named_with_its_reading_and_checksum(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    name = 'my "friends"; rm -rf.csv'
    data = b"Person,Friend,Hours\nann,bob,2\nbob,cem,1\ncem,dan,1\ndan,ann,3\n"
    (tmp_path / name).write_bytes(data)
    reading = Reading(source="Person", target="Friend", weight="Hours", header=True)
    graph = gdp.read_graph(name, source="Person", target="Friend", weight="Hours", header=True)
    c = as_on_a_page(graph, gdp.mechanism("edge_flip"), gdp.analysis("overview"))
    recipe = Recipe.of(c, Origin.of_file(name, data, reading))
    assert dict(run(as_python(recipe))["comparison"].metrics) == near(c.metrics)
    assert hashlib.sha256(data).hexdigest() in as_python(recipe)
    assert "ann" not in as_python(recipe) + as_shell(recipe)
    assert main(after_graphdp(as_shell(recipe).splitlines()[-1])) == 0
    assert json.loads(capsys.readouterr().out)["graph"]["n"] == 4


def test_another_file_of_the_same_name_stops_the_script(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.csv").write_bytes(b"a,b\nb,c\n")
    c = as_on_a_page(gdp.read_graph("g.csv"), gdp.mechanism("edge_flip"), gdp.analysis("overview"))
    text = as_python(Recipe.of(c, Origin.of_file("g.csv", b"a,b\nb,c\n")))
    run(text)
    (tmp_path / "g.csv").write_bytes(b"a,b\nb,c\nc,a\n")
    with pytest.raises(AssertionError, match="another graph"):
        run(text)


def test_what_a_script_cannot_say_on_a_line_is_said_in_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "points.csv").write_bytes(b"x,y\n0.9,0.1\n0.8,0.2\n0.1,0.9\n")
    (tmp_path / "g.csv").write_bytes(b"ann,bob\nbob,cem\n")
    (tmp_path / "classes.csv").write_bytes(b"ann,1\nbob,1\ncem,2\n")
    points = Origin.of_file("points.csv", b"", points="as they are")
    classes = Origin.of_file("g.csv", b"", classes="classes.csv", numbered=True)
    assert not points.flags
    assert not classes.flags
    got = [run("import graphdp_core as gdp\n" + "\n".join(o.python)) for o in (points, classes)]
    assert got[0]["graph"].n == 3
    assert got[1]["graph"].names is None
    assert got[1]["graph"].labels.tolist() == [0, 0, 1]


@pytest.mark.parametrize("title", ["a\n__import__('os')", 'x"""', "\u2028raise", "#'"])
def test_a_hostile_title_stays_in_its_comment(title):
    recipe = Recipe(
        Origin.of_file(title, b"x"), title, "", gdp.mechanism("edge_flip"), gdp.analysis("louvain"),
        1.0,
    )  # fmt: skip
    tree = ast.parse(as_python(recipe))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = {call.attr if isinstance(call, ast.Attribute) else call.id for call in calls}
    assert named == {"read_graph", "compare", "mechanism", "analysis", "print", "items"}
    assert all(line.startswith(("#", "graphdp ")) for line in as_shell(recipe).splitlines())


@pytest.mark.long
def test_a_script_agrees_on_another_processor(tmp_path):
    """With the oldest kernels of linear algebra that are built, in a process of its own."""
    c = gdp.compare(
        KARATE.load(), gdp.mechanism("edge_flip"), gdp.analysis("spectrum"), epsilon=0.5
    )
    text = as_python(Recipe.of(c, Origin.of_choice(KARATE)))
    assert "environ" not in text
    script = tmp_path / "taken.py"
    script.write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.getcwd(), "OPENBLAS_CORETYPE": "Prescott"}
    said = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=True
    ).stdout
    by_name = dict(line.rsplit(" ", 1) for line in said.splitlines()[1:])
    assert {name: float(value) for name, value in by_name.items()} == near(c.metrics)
