"""Links with nonsense: every word of every address is either understood or named in a sentence."""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import graphdp_core as gdp
import pages
from graphdp_core.datasets import GENERATORS
from graphdp_core.params import schema
from pages.table import TABLE

OWNERS = (*gdp.MECHANISMS, *gdp.ANALYSES, *GENERATORS)
KINDS = ("number_input", "selectbox", "segmented_control", "toggle")
RUBBISH = "rubbish"
SHARED = ("graph", "mechanism", "epsilon", "draw")
ON_PAGES = {
    "explore/embeddings.py": ("axes",),
    "explore/persistence.py": ("view", "matching"),
    "explore/clusters.py": ("method",),
    "explore/spanning_tree.py": ("trees",),
    "explore/centrality.py": ("top",),
    "explore/spectrum.py": ("spectrum.k",),
    "decide/trade_off.py": ("analysis", "repeats", "spectral.metric"),
    "decide/audit.py": ("audit.error", "audit.epsilon", "audit.number"),
    "decide/attacks.py": ("attack", "one_edge.prior"),
}
"""By page, what its address may say beside the menus of the sidebar and the declared parameters."""


def all_parameters():
    """An app that draws every declared parameter."""
    import graphdp_core as gdp
    from graphdp_core.datasets import GENERATORS
    from pages.shared import session
    from pages.shared.widgets import offer_missed, parameters

    session.drop_nonfinite_params()
    offer_missed()
    for owner in (*gdp.MECHANISMS, *gdp.ANALYSES, *GENERATORS):
        parameters(owner, prefix=owner.id)


def warned(at):
    return [str(item.value) for item in at.warning]


@pytest.mark.parametrize("nonsense", [RUBBISH, "nan"])
def test_nonsense_for_any_declared_parameter_is_named_and_passed_over(nonsense):
    at = AppTest.from_function(all_parameters, default_timeout=60)
    usual = at.run()
    drawn = {w.key for kind in KINDS for w in getattr(usual, kind)}
    declared = {f"{owner.id}.{p.name}" for owner in OWNERS for p in schema(owner)}
    assert drawn <= declared
    assert len(drawn) > 0.6 * len(declared)
    at = AppTest.from_function(all_parameters, default_timeout=60)
    for key in drawn:
        at.query_params[key] = nonsense
    at.run()
    assert not at.exception
    assert len(warned(at)) == len(drawn)
    assert all(f"“{nonsense}”" in line and "You see" in line for line in warned(at))


@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize(("page", "keys"), ON_PAGES.items())
def test_nonsense_for_what_a_page_reads_is_named_once(visitor, page, keys):
    noisy = next(entry.has_noise for entry in TABLE if entry.path == page)
    shared = SHARED if noisy else tuple(key for key in SHARED if key != "draw")
    visitor.open(page, **dict.fromkeys((*shared, *keys), RUBBISH))
    assert not visitor.at.exception
    named = [line for line in warned(visitor.at) if f"“{RUBBISH}”" in line]
    assert len(named) == len(set(named)) == len(shared) + len(keys)


@pytest.mark.parametrize("page", ["decide/audit.py", "decide/release.py"])
def test_a_nonsense_epsilon_is_named_where_no_slider_shows_it(visitor, page):
    visitor.open(page, graph="karate", mechanism="noisy_degrees", epsilon=RUBBISH)
    named = [line for line in warned(visitor.at) if f"“{RUBBISH}”" in line]
    assert len(named) == 1
    assert "You see ε = 3 on the pages that have its slider." in named[0]


def test_a_closed_part_of_a_page_says_what_a_link_asks_of_it(visitor):
    visitor.open("data/catalogue.py", published=RUBBISH, make="true")
    assert ["“rubbish” as Published graphs" in line for line in warned(visitor.at)] == [True]
    assert [box.proto.expanded for box in visitor.at.expander][-2:] == [False, True]


def test_the_person_s_own_choice_settles_it(visitor):
    visitor.open("explore/clusters.py", graph="karate", method=RUBBISH, draw="-3.5")
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
    visitor.at.query_params["no-page"] = "embedding"
    visitor.at.run()
    line = warned(visitor.at)[0]
    assert line.startswith("There is no page “embedding”; you see Board. Perhaps you mean Embedd")
    assert f"{TABLE[-2].title} and {TABLE[-1].title}" in line


def test_no_widget_reads_the_address_without_a_look_at_what_it_says():
    for path in Path(pages.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        bound = len(re.findall(r'bind="query-params"', text))
        looks = r"session\.unknown_param\(|def _switch|def _number|def _read"
        looked = len(re.findall(looks, text))
        assert bound <= looked, path.name
