"""Links with nonsense: every word of every address is either understood or named in a sentence."""

import re
from pathlib import Path

import pytest
from streamlit.runtime.state.query_params import QueryParams
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy
from streamlit.testing.v1 import AppTest

import graphdp_core as gdp
import pages
from graphdp_core.data import GENERATORS
from graphdp_core.params import schema
from graphdp_core.wings import is_here
from pages.table import TABLE
from tests.patience import PATIENCE_S
from tests.visitor import offered

OWNERS = (*gdp.MECHANISMS, *gdp.ANALYSES, *GENERATORS)
KINDS = ("number_input", "selectbox", "segmented_control", "toggle")
RUBBISH = "rubbish"
EVERY, NOISY, MARKING = ("graph", "mechanism", "epsilon"), ("draw", "beyond"), ("find", "marked")
ON_PAGES = {
    "board": (),
    "explore": (
        "see", "edges", "repeated", "one-edge", "degrees-box", "numbers-table", "statistics-table",
        "facts", "method-note",
    ),
    "compare": (
        "analysis", "b", "b.mechanism", "b.draw", "side-by-side-table",
    ),
    "which-epsilon": (
        "analysis", "repeats", "also", "vary", "units", "rules", "axis", "bands", "louvain.metric",
        "louvain.mechanisms", "louvain.ari.target",
    ),
    "break-it": (
        "try", "audit.error", "audit.epsilon", "audit.number", "audit-facts",
        "audit-steps-box",
    ),
    "release": ("do", "given"),
    "lessons": (),
    "papers": ("paper", "row", "status"),
    "mechanisms": (
        "how", "kept", "survives", "facts", "table",
        *(("false",) if is_here("lab") else ()),
        *(("published-of-it", "rivals") if is_here("lab") else ()),
    ),
    "data": ("make", "published", "structure"),
}  # fmt: skip
"""By page, what its address may say beside the menus of the sidebar and the declared parameters."""
EXPLORE, TOLD = "explore", ("numbers-table", "facts", "method-note")
ON_VIEWS = {
    "graph": ("edges", "repeated", "one-edge", "degrees-box", "statistics-table"),
    "embedding": ("axes", "repeated", "signal", "positions-table"),
    "counts": ("counted", "ways", "counts-table"),
    "persistence": ("view", "matching", "draws-box", "features-table"),
    "clusters": ("method", "repeated", "flow-box", "blocks-box", "co-assignment-box",
                 "communities-table"),
    "tree": ("trees", "repeated", "tree-clusters-box", "tree-edges-table"),
    "centrality": ("top", "found-again", "ranks-box", "scores-table"),
    "spectrum": ("spectrum.k", "vectors", "eigenvector", "directions", "lost", "spectrum-table",
                 "eigenvectors-table"),
}  # fmt: skip
"""The same by view of Explore."""
ELSEWHERE = {
    "", "file", "read", "no-page",  # tests of their own below
    "lesson", "lecture", "step", "notes",  # the lesson itself answers
    "draws",  # a former name of "repeats"
    "belief", "b.epsilon", "needs",  # in a part of the page that is closed
    "feature", "tree-method",  # once a study was asked for
}  # fmt: skip


@pytest.fixture
def words_read(monkeypatch):
    """Every word that is looked for in the address, by widgets and otherwise."""
    words = set()
    bind = QueryParams.bind_widget

    def bound(self, param_key, **rest):
        words.add(param_key)
        bind(self, param_key=param_key, **rest)

    monkeypatch.setattr(QueryParams, "bind_widget", bound)
    for name in ("__getitem__", "__contains__", "get"):

        def look(self, key, *default, plain=getattr(QueryParamsProxy, name)):
            words.add(key)
            return plain(self, key, *default)

        monkeypatch.setattr(QueryParamsProxy, name, look)
    return words


def all_parameters():
    """An app that draws every declared parameter."""
    import graphdp_core as gdp
    from graphdp_core.data import GENERATORS
    from pages.session import session
    from pages.ui.widgets import offer_missed, parameters

    session.drop_nonfinite_params()
    offer_missed()
    for owner in (*gdp.MECHANISMS, *gdp.ANALYSES, *GENERATORS):
        parameters(owner, prefix=owner.id)


def warned(at):
    return [str(item.value) for item in at.warning]


def told(at):
    """Warnings, and captions where only one line of several is nonsense."""
    return warned(at) + [str(item.value) for item in at.caption if "link_off" in str(item.value)]


@pytest.mark.parametrize("nonsense", [RUBBISH, "nan"])
def test_nonsense_for_any_declared_parameter_is_named_and_passed_over(nonsense):
    at = AppTest.from_function(all_parameters, default_timeout=PATIENCE_S)
    usual = at.run()
    drawn = {w.key for kind in KINDS for w in getattr(usual, kind)}
    declared = {f"{owner.id}.{p.name}" for owner in OWNERS for p in schema(owner)}
    assert drawn <= declared
    assert len(drawn) > 0.6 * len(declared)
    at = AppTest.from_function(all_parameters, default_timeout=PATIENCE_S)
    for key in drawn:
        at.query_params[key] = nonsense
    at.run()
    assert not at.exception
    assert len(warned(at)) == len(drawn)
    assert all(f"“{nonsense}”" in line and "You see" in line for line in warned(at))


@pytest.mark.sample
def named_once(visitor, words_read, keys):
    """Each of these words is named once; the other words that were read, and have no owner."""
    assert not visitor.at.exception
    named = [line for line in told(visitor.at) if f"“{RUBBISH}”" in line]
    assert len(named) == len(set(named)) == len(keys), named
    owners = {owner.id for owner in OWNERS}
    return {w for w in words_read - keys if w.partition(".")[0] not in owners} - ELSEWHERE


@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: entry.address)
def test_nonsense_for_what_a_page_reads_is_named_once(visitor, words_read, entry):
    keys = {*EVERY, *ON_PAGES[entry.address]}
    keys |= set(NOISY if entry.has_noise else ())
    keys |= set(MARKING if entry.marks else ())
    visitor.open(entry.address, **dict.fromkeys(keys, RUBBISH))
    board = {*EVERY, *NOISY}  # on the way to the page
    assert named_once(visitor, words_read, keys) <= board, "what a page reads is in the list above"


@pytest.mark.parametrize("view", ON_VIEWS)
def test_nonsense_for_what_a_view_reads_is_named_once(visitor, words_read, view):
    keys = {*EVERY, *NOISY, *MARKING, *TOLD, *ON_VIEWS[view]}
    visitor.open(EXPLORE, see=view, **dict.fromkeys(keys, RUBBISH))
    assert named_once(visitor, words_read, keys) <= {"see"}, "a view reads what is listed above"


@pytest.mark.parametrize("page", offered("break-it", "release"))
def test_a_nonsense_epsilon_is_named_where_no_slider_shows_it(visitor, page):
    visitor.open(page, graph="karate", mechanism="noisy_degrees", epsilon=RUBBISH)
    named = [line for line in warned(visitor.at) if f"“{RUBBISH}”" in line]
    assert len(named) == 1
    assert "You see ε = 3 on the pages that have its slider." in named[0]


@pytest.mark.parametrize(("way", "keys"), [
    ("attacks", ("attack", "one_edge.prior", "epsilon")), ("claims", ("claim",)),
])  # fmt: skip
@pytest.mark.parametrize("page", offered("break-it"))
def test_nonsense_for_what_is_open_is_named_once(visitor, page, way, keys):
    visitor.open(page, **{"try": way, **dict.fromkeys(keys, RUBBISH)})
    assert not visitor.at.exception
    assert len([line for line in warned(visitor.at) if f"“{RUBBISH}”" in line]) == len(keys)


def test_a_closed_part_of_a_page_says_what_a_link_asks_of_it(visitor):
    visitor.open("data", published=RUBBISH, make="true")
    assert ["“rubbish” as Published graphs" in line for line in warned(visitor.at)] == [True]
    boxes = {box.label: box.proto.expanded for box in visitor.at.main.expander}
    assert list(boxes.values())[-2:] == [False, True]


def test_the_person_s_own_choice_settles_it(visitor):
    visitor.open("explore?see=clusters", graph="karate", method=RUBBISH, draw="-3.5")
    assert len(warned(visitor.at)) == 2
    visitor.set("number_input", "draw", 4)
    menu = visitor.at.selectbox(key="method")
    visitor.set("selectbox", "method", menu.options[-1])
    assert not any("The link asks" in line for line in warned(visitor.at))


@pytest.mark.parametrize(("key", "words"), [("file", "names its file"), ("read", "How the link")])
def test_nonsense_about_an_own_file_is_named(visitor, key, words):
    visitor.at.query_params.update({"graph": "upload", key: RUBBISH})
    visitor.at.run()
    assert [words in line for line in warned(visitor.at)] == [True]


def test_an_address_without_a_page_names_the_pages(visitor):
    visitor.at.query_params["no-page"] = "relese"
    visitor.at.run()
    line = warned(visitor.at)[0]
    assert line.startswith("There is no page “relese”; you see Board. Perhaps you mean Relea")
    assert f"{TABLE[-2].title} and {TABLE[-1].title}" in line


def test_no_widget_reads_the_address_without_a_look_at_what_it_says():
    for path in Path(pages.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        bound = len(re.findall(r'bind="query-params"', text))
        looks = r"session\.unknown_param\(|def _switch|def _number|def _read"
        looked = len(re.findall(looks, text))
        assert bound <= looked, path.name
