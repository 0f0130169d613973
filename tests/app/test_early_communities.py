"""Communities sought beside a page: once, with the same result, and no longer than wanted."""

import time

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.graph_summary import rough_communities
from graphdp_core.progress import SILENT
from pages.parts import early_communities

KARATE = gdp.load_graph("karate")


@pytest.fixture
def kept(monkeypatch):
    """A session whose graphs are all large."""
    kept = {}
    monkeypatch.setattr(early_communities.session, "stored", kept.get)
    monkeypatch.setattr(early_communities.session, "store", kept.__setitem__)
    monkeypatch.setattr(early_communities.page, "LARGE", 10)
    return kept


def test_what_was_sought_meanwhile_is_found_and_is_what_is_found_alone(kept):
    with early_communities.sought_meanwhile(KARATE):
        (search,) = early_communities._searches.values()
    labels = early_communities.found(KARATE, SILENT)
    assert search.result.result() is labels
    assert labels.tolist() == rough_communities(KARATE).tolist()
    assert early_communities._searches == {}
    with early_communities.sought_meanwhile(KARATE):
        assert early_communities._searches == {}, "a page drawn again seeks nothing"


def test_a_page_that_ends_early_ends_the_search_and_the_next_begins_anew(kept, monkeypatch):
    def endless(graph, progress):
        while True:
            progress(0.5, "seeking")
            time.sleep(0.001)

    page = early_communities.sought_meanwhile(KARATE)
    with monkeypatch.context() as patch:
        patch.setattr(early_communities, "rough_communities", endless)
        page.__enter__()
        (search,) = early_communities._searches.values()
        with pytest.raises(KeyboardInterrupt):
            page.gen.throw(KeyboardInterrupt)
    assert isinstance(search.result.exception(timeout=5), early_communities._Stopped)
    assert len(early_communities.found(KARATE, SILENT)) == KARATE.n


def test_a_search_that_another_visitor_stops_begins_again(kept, monkeypatch):
    found = []

    def stop_once(fraction, text):
        if not found:
            (search,) = early_communities._searches.values()
            search.is_stopped = True
            found.append(search)

    calls = []

    def slow_at_first(graph, progress):
        calls.append(graph)
        while len(calls) == 1:
            progress(0.0, "waiting")
            time.sleep(0.001)
        return rough_communities(graph)

    monkeypatch.setattr(early_communities, "rough_communities", slow_at_first)
    assert len(early_communities.found(KARATE, stop_once)) == KARATE.n
    assert len(calls) == 2
