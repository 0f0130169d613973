"""What the server answers to phones and to the teacher's screen; loaded when one asks.

How often one may ask: so many times in so many seconds, then one waits.

What a phone in a class loads: a page, its script, a lesson, and the square that leads to it.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from typing import Any

import streamlit as st

from graphdp_core.lessons import document, lesson, names_off
from graphdp_core.lessons.answers import SCALE, heard, threshold
from graphdp_core.lessons.rooms import Room, Rooms, WrongCode, rooms_path
from graphdp_core.params import Refused
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.web.pages import data_block, script, style, theme_style

FOR_TEACHERS = ("discussion", "expected")
LONGEST = 200  # characters of an address


@cache
def class_page() -> str:
    """The page without any lesson: its script asks for the code."""
    parts = ("chart/chart", "stage/stage", "lesson/lesson", "class/class")
    sheets = theme_style() + "".join(map(style, parts))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>With a class - GraphDP</title>\n<style>\n{sheets}</style>\n</head>\n<body>\n"
        '<main id="place"><noscript>This page needs JavaScript.</noscript></main>\n'
        f"{data_block({'themes': themes_by_name()})}"
        '<script type="module" src="_graphdp/class/phone.js"></script>\n</body>\n</html>\n'
    )


@cache
def class_script() -> str:
    """The page's script, joined."""
    return script("class/main")


@cache
def lesson_text(id: str) -> str:
    """A lesson with its measurements, as JSON.

    Raises
    ------
    Refused
        If there is no such lesson.
    """
    for_pupils = {key: value for key, value in document(id).items() if key not in FOR_TEACHERS}
    return json.dumps(for_pupils, separators=(",", ":"))


def square(address: str) -> dict[str, Any]:
    """The QR code of an address: its size with the margin, and the path of its dark modules.

    Raises
    ------
    Refused
        If it is no address of a page, or a long one.

    Examples
    --------
    >>> square("http://localhost:8501/class#HTKWM")["size"]
    37
    """
    import segno

    if not address.startswith(("http://", "https://")) or len(address) > LONGEST:
        raise Refused(
            f"address must begin with http:// or https:// and have at most {LONGEST} characters: "
            "load the page anew."
        )
    code = segno.make_qr(address, error="m")
    border = 4
    runs = [
        f"M{x + border} {y + border}.5h1"
        for y, row in enumerate(code.matrix)
        for x, dark in enumerate(row)
        if dark
    ]
    return {"size": code.symbol_size(border=border)[0], "path": "".join(runs)}


MOST_KNOWN = 10_000


class Rate:
    """A bucket for every caller that fills up again; callers are forgotten, the oldest first.

    Parameters
    ----------
    most : int
        Times at once, and within `seconds` in the long run.
    now : callable
        The time in seconds.

    Examples
    --------
    >>> rate = Rate(1, 60)
    >>> rate.take("a", "questions came in a minute: wait.")
    >>> rate.take("a", "questions came in a minute: wait.")
    Traceback (most recent call last):
        ...
    graphdp_core.params.Refused: More than 1 questions came in a minute: wait.
    """

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic):
        self.most, self.seconds, self.now = most, seconds, now
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()  # left, when

    def take(self, who: str, what: str) -> None:
        """Count one more.

        Parameters
        ----------
        what : str
            The rest of the refusal, after "More than so many".

        Raises
        ------
        Refused
            If it is one too many.
        """
        with self._lock:
            now = self.now()
            left, before = self._known.pop(who, (float(self.most), now))
            left = min(self.most, left + (now - before) * self.most / self.seconds)
            self._known[who] = (max(left - 1, 0.0) if left >= 1 else left, now)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        if left < 1:
            raise Refused(f"More than {self.most} {what}")


ROOMS_AN_HOUR, WRONG_A_MINUTE, ANSWERS_A_MINUTE = 20, 60, 120

Answer = dict[str, Any]
_opened, _wrong = Rate(ROOMS_AN_HOUR, 3600), Rate(WRONG_A_MINUTE, 60)
_answered = Rate(ANSWERS_A_MINUTE, 60)


@cache
def _rooms() -> Rooms:
    """The rooms of this server, opened when somebody asks."""
    return Rooms(rooms_path())


def answer_to(name: str, said: Answer, who: str) -> Answer:
    """The answer to a message.

    Parameters
    ----------
    name : str
        What it asks, as the end of its address says.
    said : dict
    who : str
        The address from which it comes.

    Raises
    ------
    Refused
        If it cannot be answered.
    """
    if name not in _ASKS:
        raise Refused(f"A message must ask one of {', '.join(_ASKS)}, got {name[:20]!r}.")
    return _ASKS[name](said, who)


def state(code: str) -> Answer:
    """The room as a phone sees it.

    Raises
    ------
    Refused
        If there is none.
    """
    return _everybody(_rooms().room(code))


def wrong_code(error: Refused, who: str) -> Refused | None:
    """What is said to a wrong code, or that there were too many; None to any other refusal."""
    if not isinstance(error, WrongCode):
        return None
    try:
        _wrong.take(who, "wrong codes came from here in a minute: wait a little.")
    except Refused as many:
        return many
    return error


def _open(said: Answer, who: str) -> Answer:
    """A room for a lesson, its code as a picture, and where this machine is found."""
    _opened.take(who, "rooms were opened from here in an hour: close one, or wait a little.")
    epsilon = said.get("epsilon")
    if epsilon is not None and (isinstance(epsilon, bool) or not isinstance(epsilon, int | float)):
        raise Refused("epsilon must be a number, or left out for plain answers.")
    if isinstance(epsilon, int):
        epsilon = float(amount_of(epsilon))
    code, secret = _rooms().open(_text(said, "lesson"), epsilon)
    return {"code": code, "secret": secret, **_teacher(_rooms().room(code))}


def _join(said: Answer, who: str) -> Answer:
    code, phone = _code(said), _text(said, "phone")
    room = _rooms().join(code, phone)
    is_cast = room.lesson == names_off.NAMES_OFF.id  # each phone is a member of its graph
    member = names_off.member(code.upper(), _rooms().seat(code, phone)) if is_cast else None
    return {**_everybody(room), "member": member}


def _answer(said: Answer, who: str) -> Answer:
    phone = _text(said, "phone")
    _answered.take(phone, "guesses came from this phone in a minute: wait a little.")
    _rooms().answer(_code(said), phone, said.get("answer"))
    return {}


def _lead(said: Answer, who: str) -> Answer:
    """Put the class at a step or another lesson, or hear how it stands."""
    code, secret = _code(said), _text(said, "secret")
    if "question" in said:
        question, address = _text(said, "question"), _text(said, "address")
        return _teacher(_rooms().ask(code, secret, question, address))
    if "lesson" in said:
        return _teacher(_rooms().move(code, secret, _text(said, "lesson")))
    if "step" not in said:
        return _teacher(_rooms().led(code, secret))
    step, stop = said["step"], said.get("stop", -1)
    if type(step) is not int or type(stop) is not int:
        raise Refused("step and stop must be whole numbers: load the page anew.")
    return _teacher(_rooms().lead(code, secret, step=step, stop=stop))


def _square(said: Answer, who: str) -> Answer:
    return square(_text(said, "address"))


def _end(said: Answer, who: str) -> Answer:
    _rooms().end(_code(said), _text(said, "secret"))
    return {}


def _everybody(room: Room) -> Answer:
    """What a phone may know: how others guessed only with the truth."""
    shown: Answer = {
        "lesson": room.lesson, "asked": room.asked, "epsilon": room.coin,
        "step": room.step, "stop": room.stop,
        "revealed": room.is_revealed, "parts": room.grid.parts, "cells": room.grid.cells,
    }  # fmt: skip
    if room.coin is not None:
        shown |= {"truths": threshold(room.coin, room.grid.cells), "of": SCALE}
    if room.is_revealed:
        shown["tally"] = _tally(room)
        if room.lesson == names_off.NAMES_OFF.id:
            shown["met"] = names_off.met(room.code)[: _rooms().seats(room.code)]
    return shown


def _teacher(room: Room) -> Answer:
    """That, and how many have answered: the teacher's screen is the wall that phones look at."""
    phones, answers = _rooms().phones(room.code), _rooms().tally(room.code).answers
    return {**_everybody(room), "answers": answers, "phones": phones, "here": _here()}


def _tally(room: Room) -> Answer:
    """How the class answered; of a poll also what that says of the class and of one pupil."""
    tally = _rooms().tally(room.code)
    if room.coin is None or room.asked is not None or lesson(room.lesson).poll is None:
        return asdict(tally)
    said = heard(tally, room.coin)
    return {**asdict(tally), "poll": said and asdict(said)}


def _text(said: Answer, name: str) -> str:
    text = said.get(name)
    if not isinstance(text, str) or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refused(f"{name} must be text: load the page anew.")
    return text


def _code(said: Answer) -> str:
    return _text(said, "code").strip()


@cache
def _here() -> str:
    """Address of this machine in its network, if the app listens to it; "" if nobody else can."""
    listens = os.environ.get("GRAPHDP_ADDRESS") or st.get_option("server.address") or ""
    if listens in ("localhost", "127.0.0.1", "::1"):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: the system names the way out
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


_ASKS: dict[str, Callable[[Answer, str], Answer]] = {
    "open": _open, "join": _join, "answer": _answer, "lead": _lead, "end": _end, "square": _square,
}  # fmt: skip
