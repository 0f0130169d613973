"""What every page offers to try: each link opens what it names, and each sentence is true."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qsl

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.cli.choices import values_for
from graphdp_core.data import DATASETS, EXAMPLES, generate
from graphdp_core.experiment.compare import Comparison, compare, noise_stream
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Status
from graphdp_core.results import Scores
from pages.explore.views import VIEWS
from pages.server.guide_routes import guide
from pages.server.try_this import TRIES
from pages.table import ALL as ALL_PAGES
from pages.table import TABLE, is_offered

TRUE: dict[str, Callable[["Opened"], bool]] = {}
"""By address: whether what its sentence says is so."""
MENUS = {"see", "try", "graph", "mechanism", "epsilon", "analysis", "attack", "paper", "lesson",
         "row", "b.mechanism", "b.epsilon", "b.draw"}  # fmt: skip


@cache
def load(id: str) -> Graph:
    made = next((e.load for e in (*EXAMPLES, *DATASETS) if e.id == id), None)
    return made() if made else generate(id, seed=0)


@dataclass(frozen=True)
class Opened:
    """What an address asks for."""

    page: str
    words: dict[str, str]

    @classmethod
    def at(cls, address: str) -> "Opened":
        page, _, query = address.partition("?")
        return cls(page, dict(parse_qsl(query, strict_parsing=bool(query))))

    @property
    def graph(self) -> Graph:
        return load(self.words.get("graph", EXAMPLES[0].id))

    @property
    def epsilon(self) -> float:
        return float(self.words.get("epsilon", 3.0))

    def mechanism(self, key="mechanism"):
        id = self.words.get(key, gdp.MECHANISMS[0].id)
        named = [f"{name.partition('.')[2]}={value}" for name, value in self.words.items()
                 if name.startswith(f"{id}.")]  # fmt: skip
        return gdp.mechanism(id, **values_for(gdp.MECHANISMS, id, named))

    def seen(self, analysis, *, seed=0, epsilon=None, mechanism=None, **settings) -> Comparison:
        kind = next(a for a in gdp.ANALYSES if a.id == analysis)
        return compare(
            self.graph, mechanism or self.mechanism(), kind(**settings),
            epsilon=epsilon or self.epsilon, seed=seed,
        )  # fmt: skip

    def metric(self, analysis, metric, **more) -> float:
        return self.seen(analysis, **more).metrics[metric]

    def real_share(self) -> float:
        released = self.release()
        true = {tuple(edge) for edge in self.graph.edges.tolist()}
        return sum(tuple(edge) in true for edge in released.edges.tolist()) / released.m

    def release(self):
        return self.mechanism().release(self.graph, epsilon=self.epsilon, rng=noise_stream(0, 0))

    def degrees(self):
        return np.bincount(self.graph.edges.ravel(), minlength=self.graph.n)

    def attack(self):
        from graphdp_core.lab.audits.attacks import ATTACKS, Victim

        kind = next(a for a in ATTACKS if a.id == self.words["attack"])
        return kind().run(Victim.of(self.graph, self.mechanism(), self.epsilon, 0))


def says(page, number):
    """The sentence of this number on a page is true if the decorated function is."""

    def keep(check):
        TRUE[TRIES[page][number].address] = check
        return check

    return keep


def read(id):
    from graphdp_core.lab.papers.stored import read

    return read(id)


def papers():
    from graphdp_core.lab.papers.shelf import PAPERS

    return {paper.id for paper in PAPERS}


def question(lesson):
    from graphdp_core.lessons import document

    return document(lesson)["question"]


def column(table, name, **where):
    rows = table.rows
    for key, value in where.items():
        rows = rows[rows[key] == value]
    return rows[name].to_numpy()


@says("board", 0)
def ten_among_strangers(o):
    seen = o.seen("louvain").metrics
    return (seen["communities_baseline"], seen["ari"]) == (10, 1.0)


@says("board", 1)
def number_without_classes(o):
    return o.metric("overview", "edges_error") < 0.1 and o.metric("louvain", "ari") < 0.1


@says("explore?see=graph", 0)
def four_of_five_invented(o):
    return 0.79 < 1 - o.real_share() < 0.83


@says("explore?see=graph", 1)
def right_number_wrong_edges(o):
    return 0.79 < 1 - o.real_share() < 0.84 and abs(o.release().m / o.graph.m - 1) < 0.02


@says("explore?see=graph", 2)
def triangles_corrected(o):
    seen = o.seen("overview").metrics
    return 26.5 < 1 + seen["triangles_error_raw"] < 27.5 and 0.2 < seen["triangles_error"] < 0.27


@says("explore?see=embedding", 0)
def round_with_wrong_neighbours(o):
    seen = o.seen("spectral").metrics
    return 0.25 < seen["neighbour_overlap"] < 0.35 and seen["procrustes_error"] < 0.2


@says("explore?see=embedding", 1)
def apart_with_wrong_neighbours(o):
    wrong = 1 - o.metric("spectral", "neighbour_overlap")
    return 0.86 < wrong < 0.9 and o.metric("louvain", "ari") > 0.9


@says("explore?see=embedding", 2)
def right_and_empty(o):
    seen = o.seen("spectral").metrics
    return 0.985 < seen["leading_cosine"] < 0.995 and seen["neighbour_overlap"] < 0.1


says("explore", 0)(round_with_wrong_neighbours)


@says("explore", 1)
def whole_among_invented_edges(o):
    return o.metric("louvain", "ari") > 0.9 and 0.57 < 1 - o.real_share() < 0.63


@says("explore", 2)
def only_a_ranking(o):
    others = [a for a in gdp.ANALYSES if gdp.compatible(o.mechanism(), a())]
    return {a.returns for a in others} == {Scores}


def loops(o):
    seen = o.seen("persistence").metrics
    return seen["loops_baseline"], seen["loops_private"]


says("explore?see=persistence", 0)(lambda o: loops(o) == (2, 4))
says("explore?see=persistence", 1)(lambda o: loops(o) == (2, 1))
says("explore?see=persistence", 2)(lambda o: loops(o) == (1, 1))


@says("explore?see=clusters", 0)
def seven_and_no_class(o):
    seen = o.seen("louvain").metrics
    return seen["communities_private"] == 7 and seen["ari_labels_private"] < 0.05


@says("explore?see=clusters", 1)
def no_class_at_twenty(o):
    return o.mechanism().k == 5 and o.metric("louvain", "ari") < 0.05


@says("explore?see=clusters", 2)
def found_without_proof(o):
    status = o.mechanism().guarantee(o.epsilon).status
    return o.metric("louvain", "ari") > 0.8 and status is Status.ASYMPTOTIC


def kept_of_tree(o):
    return o.metric("spanning_tree", "edge_overlap", length="weights")


says("explore?see=tree", 0)(lambda o: 0.72 < kept_of_tree(o) < 0.8)
says("explore?see=tree", 1)(lambda o: 0.17 < kept_of_tree(o) < 0.23)
says("explore?see=tree", 2)(lambda o: kept_of_tree(o) < 0.25)

says("explore?see=centrality", 0)(
    lambda o: o.metric("centrality", "top10_kept", score="degree") == 10
)
says("explore?see=centrality", 1)(
    lambda o: o.metric("centrality", "top10_kept", score="laplacian") == 1
)


@says("explore?see=centrality", 2)
def seven_without_trust(o):
    return o.metric("centrality", "top10_kept", score="laplacian") == 7


says("explore?see=spectrum", 0)(lambda o: o.metric("spectrum", "leading_cosine") < 0.1)
says("explore?see=spectrum", 1)(lambda o: o.release().edges.tolist() == o.graph.edges.tolist())


@says("explore?see=spectrum", 2)
def first_right_others_lost(o):
    seen = o.seen("spectrum").metrics
    return 0.93 < seen["leading_cosine"] < 0.95 and 0.45 < seen["subspace_overlap"] < 0.6


@says("compare", 0)
def a_step_of_epsilon(o):
    below = float(o.words["b.epsilon"])
    return o.metric("louvain", "ari") > 0.9 and o.metric("louvain", "ari", epsilon=below) < 0.05


@says("compare", 1)
def ten_against_six(o):
    a, b = (o.metric("centrality", "top10_kept", score="degree", mechanism=m)
            for m in (o.mechanism(), o.mechanism("b.mechanism")))  # fmt: skip
    return (a, b) == (10, 6)


@says("compare", 2)
def another_draw(o):
    return o.metric("louvain", "ari", seed=1) > o.metric("louvain", "ari") + 0.1


def count_off(o, **more):
    return o.metric("subgraph_counts", "relative_error", **more)


says("explore?see=counts", 0)(lambda o: count_off(o) < 0.01)
says("explore?see=counts", 1)(lambda o: 0.45 < count_off(o) < 0.55)


@says("explore?see=counts", 2)
def worst_of_all(o):
    here = gdp.mechanism("private_count")
    far, near = (np.median([count_off(o, seed=s, mechanism=m) for s in range(5)])
                 for m in (o.mechanism(), here))  # fmt: skip
    return far > 5 * near and count_off(o) > count_off(o, mechanism=here)


@says("which-epsilon", 0)
def between_one_and_two(o):
    low, high = (np.median([o.metric("louvain", "ari", seed=s, epsilon=e) for s in range(5)])
                 for e in (1.0, 2.0))  # fmt: skip
    return low < 0.1 and high > 0.9


@says("which-epsilon", 1)
def never(o):
    return all(o.metric("louvain", "ari", epsilon=e) < 0.1 for e in EPSILONS)


@says("which-epsilon", 2)
def nine_from_one_on(o):
    kept = [o.metric("centrality", "top10_kept", score="degree", seed=s, epsilon=1.0)
            for s in range(8)]  # fmt: skip
    return np.median(kept) == 9


def spends(o):
    return round(o.mechanism().guarantee(1.0).exact_epsilon, 2)


says("break-it", 0)(lambda o: spends(o) == 0.83)


@says("break-it", 1)
def its_noise_is_another(o):
    path = [(i, i + 1) for i in range(7)]
    scales = [LNPP(k=2).scales(np.sort(np.linalg.eigvalsh(
        Graph.from_edges(8, edges).adjacency().toarray()))[::-1][:3], 8, 1.0)[1]
        for edges in (path, [*path, (0, 2)])]  # fmt: skip
    return bool(np.abs(scales[0] / scales[1] - 1).max() > 0.1)


@says("break-it", 2)
def thousands_for_certain(o):
    return int(re.search(r"away ([\d,]+) of", o.attack().sentence)[1].replace(",", "")) > 2000


says("release", 0)(lambda o: o.mechanism().exact_sampler != "")


@says("release", 1)
def not_to_be_published(o):
    status = o.mechanism().guarantee(1.0).status
    return not o.mechanism().exact_sampler and status is Status.AS_PUBLISHED_NOT_DP


says("release", 2)(lambda o: o.mechanism().exact_sampler and o.release().weights is None)


@says("lessons", 0)
def lies_and_still_a_share(o):
    return "coin lies about every pair" in question("L0")


@says("lessons", 1)
def classes_and_no_ranking(o):
    from graphdp_core.lessons.lesson import read

    classes, ranking = (
        {at: middle for at, _, middle, _ in curve["points"]} for curve in read("L2")["curves"][:2]
    )
    return classes[1.0] < 0.1 and classes[2.0] > 0.9 and ranking[2.0] <= 0.3


says("lessons", 2)(lambda o: math.floor(460 / math.log(10)) + 1 == 200)


@says("board", 2)
@says("papers", 0)
def within_three_percent(o):
    table = read("mst-table-3-1").table
    off = [abs(column(table, name) / column(table, f"{name}_published") - 1)
           for name in ("laplace", "pamst")]  # fmt: skip
    return (np.concatenate(off) > 0.03).sum() == 2


@says("papers", 1)
def the_very_graph(o):
    loaded = column(read("spectra-table-1").table, "ours", method="edgeFlip", quantity="E_Λ")
    return len(loaded) > 0 and loaded.max() < 1e-4


@says("papers", 2)
def a_fifth_of_the_modularity(o):
    kept = column(read("communities-louvaindp").table, "modularity").max()
    true = re.search(r"modularity (0\.\d+)", read("communities-louvaindp").table.notes[2])
    return 0.18 < kept / float(true[1]) < 0.22


says("mechanisms", 0)(lambda o: spends(o) == 0.83)
says("mechanisms", 1)(lambda o: o.mechanism().guarantee(1.0).status is Status.ASYMPTOTIC)
says("mechanisms", 2)(lambda o: o.mechanism().guarantee(1.0).protected_radius.endswith("/|E|"))
says("data", 0)(lambda o: 40 < o.degrees().max() / np.median(o.degrees()) < 50)
says("data", 1)(lambda o: (o.graph.n, o.graph.m) == (34, 78))


@says("data", 2)
def few_links_and_all_joined(o):
    from graphdp_core.experiment.graph_summary import component_sizes

    return o.graph.n == 200 and o.degrees().max() == 8 and len(component_sizes(o.graph)) == 1


ALL = [one for three in TRIES.values() for one in three]
PAGES = tuple(entry.address for entry in TABLE)
OFFERED = [one for one in ALL if is_offered(one.address)]


def test_every_page_has_three():
    views = {f"explore?see={view.id}" for view in VIEWS}
    absent = {entry.address for entry in ALL_PAGES} - {*PAGES}
    assert {page for page in TRIES if "?" not in page} - absent == {*PAGES}
    assert {page for page in TRIES if "?" in page} <= views
    assert len({one.address for one in ALL}) == len(ALL) == len(TRUE)


@pytest.mark.sample
@pytest.mark.parametrize("one", OFFERED, ids=lambda one: one.address)
def test_the_link_opens_and_the_sentence_is_true(one):
    asked = Opened.at(one.address)
    assert not re.search(r"[.?!] \w", one.words), "one sentence"
    assert len(one.words) <= 95, "and a short one"
    own = {name for name in asked.words if name.partition(".")[0] == asked.mechanism().id}
    assert set(asked.words) <= MENUS | own
    assert asked.epsilon in EPSILONS
    assert asked.graph.n > 0
    if "lesson" in asked.words:
        assert question(asked.words["lesson"])
    if "paper" in asked.words:
        assert asked.words["paper"] in papers()
    assert TRUE[one.address](asked)


def test_a_link_to_what_is_not_there_would_be_noticed():
    with pytest.raises(Refused):
        Opened.at("?mechanism=edge_flop").mechanism()
    with pytest.raises(Refused):
        load("scool")


def test_the_browser_is_told_what_to_try_and_the_first_page_by_both_its_names():
    told = json.loads(guide(PAGES))
    assert told["tries"][""] == told["tries"]["board"]
    assert {page for page in told["tries"] if page} == {
        page for page in TRIES if page.partition("?")[0] in PAGES
    }
    assert sum(map(len, told["tries"].values())) == len(OFFERED) + len(told["tries"][""])
    assert set(told["themes"]) == {"light", "dark"}


def test_nothing_is_offered_of_a_page_that_is_not_there():
    tries = json.loads(guide(("board", "explore")))["tries"]
    assert {page.partition("?")[0] for page in tries} == {"", "board", "explore"}
    assert len(tries[""]) == 2, "the third is of a paper"
