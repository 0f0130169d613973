"""What a browser asks about its snapshots is answered from what it sends."""

import asyncio
import json

import pytest

from graphdp_core.snapshots.workspace import Snapshot, Workspace
from pages.server import guide_routes

JSON = [(b"content-type", b"application/json")]
PAGES = {"": "Board", "data": "Data"}


def asked(name, body, method="POST"):
    """Status and answer of a route, asked in parts as a browser sends a long body."""
    (route,) = (r for r in guide_routes.snapshot_routes(PAGES) if r.path.endswith(name))
    parts = [body[:7], body[7:]]
    sent = []

    async def receive():
        part = parts.pop(0) if parts else b""
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": method, "path": route.path, "headers": JSON}
    asyncio.run(route.app(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], json.loads(body)


def test_a_file_comes_back_as_it_was_saved():
    text = Workspace((Snapshot("data", "epsilon=1", "Noise", "a < b"),)).to_json()
    assert asked("/workspace", text.encode()) == (200, json.loads(text))


def test_two_snapshots_are_told_apart_with_what_is_usual():
    two = Workspace((Snapshot(), Snapshot("data", "epsilon=1&graph=karate")))
    status, said = asked("/differences", two.to_json().encode())
    assert status == 200
    assert said["words"].startswith("3 things differ: the page Board → Data; the graph ")
    assert "→ Karate club (34 nodes); ε 3 → 1." in said["words"]


@pytest.mark.parametrize("name", ["/workspace", "/differences"])
@pytest.mark.parametrize("body", [b"", b"{}", b'{"format": "graphdp-workspace"}', b"\xff"])
def test_a_refusal_is_an_answer_in_one_sentence(name, body):
    status, said = asked(name, body)
    assert status == 400
    assert said["refused"].endswith(".")


def test_one_snapshot_alone_is_not_compared():
    text = Workspace((Snapshot(),)).to_json()
    assert "choose two" in asked("/differences", text.encode())[1]["refused"]


def test_a_body_beyond_all_measure_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(guide_routes, "MOST_BYTES", 5)
    assert "damaged" in asked("/workspace", b"[[[[[[[" + b"[" * 9)[1]["refused"]
