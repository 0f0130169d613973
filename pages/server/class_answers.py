"""What the server answers to phones and to the teacher's screen; loaded when one asks."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from typing import Any

import streamlit as st

from graphdp_core.lessons import lesson
from graphdp_core.lessons.answers import SCALE, threshold
from graphdp_core.lessons.poll import heard
from graphdp_core.lessons.room import Room, WrongCode
from graphdp_core.lessons.room_file import rooms_path
from graphdp_core.lessons.rooms import Rooms
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of
from pages.server.class_page import square
from pages.server.rate import Rate

__all__ = ["answer_to", "state", "wrong_code"]

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
    return _everybody(_rooms().join(_code(said), _text(said, "phone")))


def _answer(said: Answer, who: str) -> Answer:
    phone = _text(said, "phone")
    _answered.take(phone, "guesses came from this phone in a minute: wait a little.")
    _rooms().answer(_code(said), phone, said.get("answer"))
    return {}


def _lead(said: Answer, who: str) -> Answer:
    """Put the class at a step or another lesson, or hear how it stands."""
    code, secret = _code(said), _text(said, "secret")
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
        "lesson": room.lesson, "epsilon": room.coin, "step": room.step, "stop": room.stop,
        "revealed": room.is_revealed, "parts": room.grid.parts, "cells": room.grid.cells,
    }  # fmt: skip
    if room.coin is not None:
        shown |= {"truths": threshold(room.coin, room.grid.cells), "of": SCALE}
    if room.is_revealed:
        shown["tally"] = _tally(room)
    return shown


def _teacher(room: Room) -> Answer:
    """That, and how many have answered: the teacher's screen is the wall that phones look at."""
    phones, answers = _rooms().phones(room.code), _rooms().tally(room.code).answers
    return {**_everybody(room), "answers": answers, "phones": phones, "here": _here()}


def _tally(room: Room) -> Answer:
    """How the class answered; of a poll also what that says of the class and of one pupil."""
    found = _rooms().tally(room.code)
    if room.coin is None or lesson(room.lesson).poll is None:
        return asdict(found)
    said = heard(found, room.coin)
    return {**asdict(found), "poll": said and asdict(said)}


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
        found: str = probe.getsockname()[0]
        return found


_ASKS: dict[str, Callable[[Answer, str], Answer]] = {
    "open": _open, "join": _join, "answer": _answer, "lead": _lead, "end": _end, "square": _square,
}  # fmt: skip
