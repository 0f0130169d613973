"""What a widget is fetched from: one module of its own address, kept by the browser for ever."""

import asyncio

import pytest

from pages.ground import widget_script
from pages.ground.own_routes import FOR_ALL
from pages.ground.widget_script import widget_routes

CSS = "stage/stage board/board"


def asked(version, entry="board/page", css=CSS):
    """Status, headers and text of the route's answer."""
    (route,), sent = widget_routes(), []
    scope = {
        "type": "http", "method": "GET", "path": "", "headers": [],
        "query_string": f"css={css.replace(' ', '+')}".encode(),
        "path_params": {"version": version, "entry": entry},
    }  # fmt: skip

    async def send(message):
        sent.append(message)

    asyncio.run(route.app(scope, None, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(m.get("body", b"") for m in sent).decode()


def test_script_style_and_themes_come_as_one_module_that_is_kept():
    status, headers, text = asked(widget_script._version("board/page", CSS))
    assert (status, headers["cache-control"]) == (200, FOR_ALL)
    assert headers["content-type"].startswith("text/javascript")
    assert "export default (page)" in text
    assert ".board" in text
    assert '"dark"' in text


def test_another_version_gets_that_of_today_and_does_not_keep_it():
    status, headers, _ = asked("0" * 16)
    assert (status, headers["cache-control"]) == (200, "no-store")


@pytest.mark.parametrize(
    ("entry", "css"),
    [("../app", ""), ("board/nothing", ""), ("board/page", "../../secret"), ("board/page", "x")],
)
def test_nothing_but_a_widget_is_served(entry, css):
    assert asked("0" * 16, entry, css)[0] == 404
