"""What phones and the teacher's screen ask of a room, over HTTP."""

import asyncio
import json
import re
from typing import ClassVar

import pytest

from graphdp_core.lessons import names_off
from graphdp_core.lessons.rooms import Rooms
from graphdp_core.params import Refused
from pages.server import class_answers, class_routes, own_messages
from pages.server.class_answers import Rate

PHONE = "a-random-token-of-a-phone"
FOLDER = "/_graphdp/class"


@pytest.fixture(autouse=True)
def rooms(monkeypatch, tmp_path):
    made = Rooms(tmp_path / "rooms.sqlite")
    monkeypatch.setattr(class_answers, "_rooms", lambda: made)
    for name in ("_opened", "_wrong", "_answered"):
        monkeypatch.setattr(class_answers, name, Rate(5, 60))
    yield made
    made.close()


def fetched(path, body=None, headers=(), media=b"application/json"):
    """Status, headers and body of an answer."""
    from starlette.applications import Starlette

    app, sent = Starlette(routes=class_routes.class_routes()), []
    parts = [
        b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    ]

    async def receive():
        return {"type": "http.request", "body": parts.pop(0) if parts else b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http", "method": "GET" if body is None else "POST", "path": path,
        "query_string": b"", "client": ("192.0.2.7", 5), "root_path": "",
        "headers": [(b"content-type", media), *headers],
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], dict(sent[0]["headers"]), body


def asked(name, **said):
    status, _, body = fetched(f"{FOLDER}/{name}", said)
    return status, json.loads(body)


def state(code):
    status, _, body = fetched(f"{FOLDER}/state/{code}")
    return status, json.loads(body)


def test_a_class_from_the_first_phone_to_the_closed_room():
    _, opened = asked("open", lesson="L2")
    own = {"code": opened["code"], "secret": opened["secret"]}
    status, room = asked("join", code=opened["code"].lower(), phone=PHONE)
    assert (status, room["lesson"], room["parts"], room["cells"]) == (200, "L2", 5, 201)
    assert asked("answer", code=opened["code"], phone=PHONE, answer=[0, 1, 2, 3, 4]) == (200, {})
    assert "tally" not in state(opened["code"])[1], "nobody sees the others' guesses before"
    led = asked("lead", **own)[1]
    assert (led["answers"], "tally" in led) == (1, False), "the teacher's screen is the wall"
    assert asked("lead", **own, step=1, stop=2)[1]["phones"] == 1
    assert state(opened["code"])[1]["stop"] == 2
    asked("lead", **own, step=2, stop=2)
    assert state(opened["code"])[1]["tally"]["shares"][4][4] == 1.0
    assert asked("end", **own) == (200, {})
    assert state(opened["code"])[0] == 404


def test_phones_are_people_of_the_lesson_and_hear_whether_they_are_recognised():
    _, opened = asked("open", lesson="L2")
    own = {"code": opened["code"], "secret": opened["secret"]}
    assert asked("join", code=own["code"], phone=PHONE)[1]["member"] is None
    asked("lead", **own, lesson="L8")
    phones = [f"{PHONE}-{number}" for number in range(12)]
    cast = [asked("join", code=own["code"], phone=phone)[1]["member"] for phone in phones]
    assert [one["isNamed"] for one in cast] == [True] * 10 + [False] * 2, "the first ten"
    assert len({one["name"] for one in cast}) == 12
    assert min(one["ties"] for one in cast) >= 5, "of the hundred best connected"
    assert asked("join", code=own["code"], phone=phones[11])[1]["member"] == cast[11]
    assert "met" not in state(own["code"])[1]
    asked("lead", **own, step=2)
    met = state(own["code"])[1]["met"]
    assert [len(right) for right in met] == [4] * 12
    assert set(met[:10]) == {"0000"}, "who is known by name is not recognised"
    everybody = list(zip(*names_off.met(own["code"]), strict=True))
    assert everybody[0].count("1") > 250 > 20 > everybody[3].count("1")


def test_a_phone_learns_only_of_what_is_new():
    _, opened = asked("open", lesson="L1", epsilon=2)
    path = f"{FOLDER}/state/{opened['code']}"
    status, headers, body = fetched(path)
    assert json.loads(body)["truths"] == opened["truths"]
    tag = (b"if-none-match", headers[b"etag"])
    status, _, body = fetched(path, headers=[tag])
    assert (status, body) == (304, b"")
    asked("lead", code=opened["code"], secret=opened["secret"], step=1, stop=0)
    assert fetched(path, headers=[tag])[0] == 200


@pytest.mark.parametrize(
    ("name", "said", "words"),
    [
        ("join", {}, "code must be text"),
        ("join", {"code": "HTKWM", "phone": 7}, "phone must be text"),
        ("join", {"code": "<b>", "phone": PHONE}, "5 letters"),
        ("open", {"lesson": "L9"}, "lesson must be"),
        ("open", {"lesson": "L2", "epsilon": "1"}, "epsilon must be a number"),
        ("open", {"lesson": "L2", "epsilon": float("nan")}, r"from 0\.1 to 10"),
        ("lead", {"code": "HTKWM", "secret": "x", "step": 1.5}, "whole numbers"),
        ("open", {"lesson": "L2", "epsilon": 10**400}, "epsilon must be "),
        ("open", {"lesson": "\ud800"}, "lesson must be text"),
        ("join", {"code": "\ud800", "phone": PHONE}, "code must be text"),
        ("join", {"code": "HTKWM", "phone": "\udfff"}, "phone must be text"),
        ("lead", {"code": "HTKWM", "secret": "x", "step": 10**400}, "step must be from 0"),
        ("square", {"address": "http://x/\ud800"}, "address must be text"),
        ("square", {"address": "javascript:alert(1)"}, "begin with http"),
        ("square", {"address": "http://" + "a" * 300}, "at most 200"),
        ("nonsense", {}, "must ask one of"),
    ],
)  # fmt: skip
def test_bad_messages_are_answered_in_one_sentence(name, said, words):
    status, body = asked(name, **said)
    assert status in (400, 404)
    assert body["refused"].endswith(".")
    assert re.search(words, body["refused"])


@pytest.mark.parametrize("body", [b"", b"[]", b"\xff", b"[" * 900, b"{" + b" " * 3000, b'"x"'])
def test_a_body_that_is_no_message_is_refused(body):
    status, _, said = fetched(f"{FOLDER}/join", body)
    assert status == 400
    assert json.loads(said)["refused"].endswith(".")


@pytest.mark.parametrize(
    "media", [b"text/plain", b"text/plain; x=application/json", b"application/jsonp", b""]
)
def test_another_site_cannot_send_a_form(media):
    status, _, said = fetched(f"{FOLDER}/open", {"lesson": "L2"}, media=media)
    assert status == 400
    assert b"JSON" in said


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (b"https://class.example", 200), (b"https://class.example:8443", 200),
        (b"https://evil.example", 400), (b"null", 400), (b"https://[", 400),
        (b"https://class.example.evil.example", 400), (b"https://proxied.example", 200),
    ],
)  # fmt: skip
def test_a_page_of_another_host_opens_no_room(origin, status):
    names = [(b"host", b"class.example:8501"), (b"x-forwarded-host", b"proxied.example")]
    asks = fetched(f"{FOLDER}/open", {"lesson": "L2"}, headers=[*names, (b"origin", origin)],
                   media=b"application/json; charset=utf-8")  # fmt: skip
    assert asks[0] == status


def test_a_message_that_never_ends_is_ended(monkeypatch):
    monkeypatch.setattr(own_messages, "PATIENCE_S", 0.05)

    class Slow:
        headers: ClassVar = {"content-type": "application/json"}

        async def stream(self):
            yield b"{"
            await asyncio.Event().wait()

    with pytest.raises(Refused, match="did not arrive: send it again"):
        asyncio.run(own_messages.body_of(Slow(), most=9, what="a room"))


def test_who_tries_many_codes_waits_and_who_knows_one_does_not():
    _, opened = asked("open", lesson="L4")
    values = [asked("join", code="XXXXX", phone=PHONE)[0] for _ in range(7)]
    assert values == [404] * 5 + [429] * 2
    assert asked("join", code=opened["code"], phone=PHONE)[0] == 200
    answers = [asked("answer", code=opened["code"], phone=PHONE, answer=[1, 1]) for _ in range(7)]
    assert [status for status, _ in answers] == [200] * 5 + [400] * 2
    assert "wait a little" in answers[-1][1]["refused"]
    assert "wait a little" in [asked("open", lesson="L4") for _ in range(6)][-1][1]["refused"]


def test_the_page_its_script_and_a_lesson_are_loaded_once():
    for path, words in (("/class", b"</html>"), (f"{FOLDER}/phone.js", b"class Phone"),
                        (f"{FOLDER}/lesson/L2", b'"Communities"')):  # fmt: skip
        status, headers, body = fetched(path)
        assert status == 200
        assert words in body
        assert fetched(path, headers=[(b"if-none-match", headers[b"etag"])])[0] == 304
    assert fetched(f"{FOLDER}/lesson/L9")[0] == 404


def test_the_square_holds_the_address():
    text = "http://class.example:8501/class#HTKWM"
    _, outcome = asked("square", address=text)
    assert outcome["size"] == 29 + 8
    assert outcome["path"].count("h1") > 200
