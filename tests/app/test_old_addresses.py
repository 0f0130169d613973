"""Every address that a page ever had leads to where its choices stand now, with all its words."""

import asyncio
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from graphdp_core.snapshots.workspace import Snapshot, Workspace
from pages.ground.old_addresses import OLD, as_of_today
from pages.server.guide_routes import _rows
from pages.table import TABLE
from pages.ui.unknown_page import UnknownPage

NOW = [entry.address for entry in TABLE]
BEFORE = (
    "board", "overview", "embeddings", "persistence", "clusters", "spanning-tree", "centrality",
    "spectrum", "side-by-side", "counts", "trade-off", "audit", "attacks", "release", "lessons",
    "papers", "claims", "mechanisms", "data", "lecture",
)  # fmt: skip
"""The pages of the table of before, in its order, and one still older."""
SAID = {"graph": "karate", "epsilon": "1.5", "marked": "3-7", "one_edge.prior": "0.25"}


def is_here(page):
    return (OLD[page].address if page in OLD else page) in NOW


def led(address):
    """Where a browser that asks for an address of the app ends."""
    there = urlsplit(address)
    told = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        told.append(message)

    scope = {
        "type": "http", "method": "GET", "path": there.path, "query_string": there.query.encode(),
        "headers": [(b"accept", b"text/html")],
    }  # fmt: skip
    asyncio.run(UnknownPage(app, NOW)(scope, None, send))
    if told[0]["status"] == 200:
        return there
    return led(dict(told[0]["headers"])[b"location"].decode())


@pytest.mark.parametrize("page", [*filter(is_here, BEFORE)])
def test_an_address_of_before_opens_a_page_of_today_with_all_its_words(page):
    there = led(f"/{page}?{urlencode(SAID)}")
    assert (there.path.strip("/") or NOW[0]) in NOW
    chosen = dict(OLD[page].choice) if page in OLD else {}
    assert dict(parse_qsl(there.query)) == SAID | chosen


@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize("page", [*filter(is_here, OLD)])
def test_what_an_old_address_chooses_is_offered_there(visitor, page):
    moved = OLD[page]
    entry = next(entry for entry in TABLE if entry.address == moved.address)
    assert page not in NOW, "an address that leads elsewhere is no page's"
    visitor.open(entry.address, graph="karate", **dict(moved.choice))
    assert not visitor.at.exception
    assert not [line.value for line in visitor.at.warning if "The link asks" in line.value]


def test_an_old_address_may_not_overrule_what_it_stood_for():
    assert as_of_today("attacks", "try=audit&attack=membership") == (
        "break-it", "try=attacks&attack=membership",
    )  # fmt: skip


def test_snapshots_of_before_open_where_their_choices_stand_now():
    kept = Workspace((Snapshot("claims", "graph=karate", "A lie"), Snapshot("data", "graph=ring")))
    rows = _rows(Workspace.from_json(kept.to_json()))["snapshots"]
    assert [(row["page"], row["query"]) for row in rows] == [
        ("break-it", "try=claims&graph=karate"), ("data", "graph=ring"),
    ]  # fmt: skip
    assert rows[0]["title"] == "A lie"
