"""The playground computes what the package computes: the same draws, numbers and comparisons."""

import json
import shutil
import subprocess

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.compare import noise_stream, run_baseline, run_private
from graphdp_core.metrics import rankings
from graphdp_core.takeaway.playground import playable, playground_html
from graphdp_core.web.scripts import assets

EPSILONS = (0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 20.0)
NODE = shutil.which("node")
COMPUTED = """
import { readFileSync } from "node:fs";
import { adjustedRand, ranking, shortestTree } from "./compare.js";
import { communities } from "./louvain.js";
import { ladderCount, noisyDegrees, noisyEdges } from "./numbers.js";
import { pasted, Refusal } from "./pasted.js";
import { Subject } from "./subject.js";

function computed({ names, edges, seed, epsilon }) {
  const subject = new Subject({ names, edges }, seed), { graph } = subject;
  const released = subject.release(epsilon), labels = communities(released, epsilon);
  return {
    edges: [...released.edges], labels: [...labels],
    ari: adjustedRand(subject.communities(), labels), ranks: ranking(released.degrees),
    tree: [...shortestTree(released)],
    degrees: [...noisyDegrees(graph, epsilon, seed)],
    count: noisyEdges(graph, epsilon, seed),
    triangles: ladderCount(subject.ladder(), epsilon, seed),
  };
}

function read(text) {
  try {
    const { names, edges, positions } = pasted(text);
    const placed = positions.length === 2 * names.length;
    return { names, edges, inside: placed && positions.every((x) => Math.abs(x) <= 1000) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

const { cases, texts } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({ cases: cases.map(computed), texts: texts.map(read) }));
"""


@pytest.fixture(scope="module")
def browser_side(tmp_path_factory):
    """Runs the page's own files under node."""
    if NODE is None:
        pytest.skip("no node: install node 20 or newer to compare the playground with Python")
    room = tmp_path_factory.mktemp("node") / "playground"
    shutil.copytree(assets() / "playground", room)
    (room / "package.json").write_text('{"type": "module"}')
    (room / "computed.js").write_text(COMPUTED)

    def run(cases=(), texts=()):
        done = subprocess.run(
            [NODE, "computed.js"], cwd=room, input=json.dumps({"cases": cases, "texts": texts}),
            capture_output=True, text=True, check=True, timeout=300,
        )  # fmt: skip
        return json.loads(done.stdout)

    return run


def drawn(graph, seed, epsilon):
    """All that the page computes, by the package."""
    louvain, degree = gdp.analysis("louvain"), gdp.analysis("centrality")
    tree = gdp.analysis("spanning_tree", length="jaccard")

    def release(mechanism, **choices):
        made = gdp.mechanism(mechanism, **choices)
        return made.release(graph, epsilon=epsilon, rng=noise_stream(seed))

    released = release("edge_flip")
    before, after = run_baseline(graph, louvain), run_private(released, louvain)
    names = {}
    return {
        "edges": released.edges.ravel().tolist(),
        "labels": [names.setdefault(label, len(names)) for label in after.labels.tolist()],
        "ari": louvain.measure(graph, before, after)["ari"],
        "ranks": rankings.ranking(run_private(released, degree).values).tolist(),
        "tree": run_private(released, tree).edges.ravel().tolist(),
        "degrees": release("noisy_degrees").values.tolist(),
        "count": release("private_count", count="edges").values[0],
        "triangles": release("private_count", count="triangles").values[0],
    }


def same_on(seeds, browser_side):
    graphs = [*playable().values(), gdp.generate("sbm", n=300, seed=2)]
    asked = [(graphs[s % len(graphs)], s, EPSILONS[s // len(graphs) % 8]) for s in seeds]
    cases = [
        {
            "names": list(map(str, range(graph.n))),
            "edges": graph.edges.ravel().tolist(),
            "seed": seed,
            "epsilon": epsilon,
        }
        for graph, seed, epsilon in asked
    ]
    found = browser_side(cases)["cases"]
    different = [
        (graph.title, seed, epsilon, name)
        for (graph, seed, epsilon), one in zip(asked, found, strict=True)
        for name, value in drawn(graph, seed, epsilon).items()
        if one[name] != value
    ]
    assert different == []


def test_flips_communities_ranks_trees_and_counts_are_those_of_the_package(browser_side):
    same_on(range(0, 48, 5), browser_side)


@pytest.mark.long
def test_they_are_so_on_a_thousand_seeds(browser_side):
    same_on(range(1000), browser_side)


def test_a_wide_seed_draws_the_same(browser_side):
    same_on([2**32 - 1], browser_side)


def test_pasted_lines_become_a_graph_or_one_line_that_says_why_not(browser_side):
    many = "\n".join(f"{i} {i + 1}" for i in range(300))
    graph, *refused = browser_side(
        texts=[
            "# friends\nAnn, Bob\r\nBob\tCem\n\nCem Ann\nBob; Ann",
            "", "a b\nc", "a b 3", "a a", many, f"a {'b' * 61}",
        ]
    )["texts"]  # fmt: skip
    assert graph == {"names": ["Ann", "Bob", "Cem"], "edges": [0, 1, 0, 2, 1, 2], "inside": True}
    parts = ("no edge yet", "Line 2, “c”, has one name", "has 3 parts", "with itself", "301 nodes")
    for line, part in zip(refused, (*parts, "61 letters"), strict=True):
        assert part in line
        assert "\n" not in line


def test_the_page_is_small_and_asks_nobody():
    text = playground_html()
    assert len(text.encode()) <= 400_000
    assert "default-src 'none'" in text
    assert "https://" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
    assert "frame-ancestors" not in text


def test_graphs_that_come_along_are_small_and_without_weights():
    for graph in playable().values():
        assert graph.n <= 300
        assert graph.weights is None
        assert len(np.unique(graph.edges)) == graph.n  # the page's ranks know no lone node
