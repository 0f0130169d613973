"""One room of a class: its code, what everybody in it may know, and the names of its phones."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from graphdp_core.lessons import lesson
from graphdp_core.lessons.answers import Grid, grid_of
from graphdp_core.params import Refused

__all__ = ["Room", "WrongCode"]

LETTERS = "BCDFGHJKMNPRTWXYZ"
"""No two look alike, and no vowel makes a word of them."""

LENGTH = 5
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


class WrongCode(Refused):
    """There is no such room (any more)."""


@dataclass(frozen=True)
class Room:
    """What everybody in a room may know.

    Parameters
    ----------
    code, lesson : str
    epsilon : float or None
        Of the randomised response through which phones answer; None: they tell their guess.
    step : int
        Of the lesson, on the teacher's screen.
    stop : int
        Position of its control; -1 before it was moved.
    is_revealed : bool
        Whether the truth has been shown: no answer counts any more.
    ends : float
        Seconds since the epoch.
    """

    code: str
    lesson: str
    epsilon: float | None
    step: int
    stop: int
    is_revealed: bool
    ends: float

    @property
    def grid(self) -> Grid:
        """Where answers fall."""
        return grid_of(lesson(self.lesson), is_private=self.coin is not None)

    @property
    def coin(self) -> float | None:
        """The epsilon through which its phones answer now: a poll has one in every room."""
        poll = lesson(self.lesson).poll
        return poll["epsilon"] if poll is not None and self.epsilon is None else self.epsilon


def new_code() -> str:
    """A code that nobody can foresee; the caller sees to it that it is new."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def no_room(code: str) -> WrongCode:
    """What is said to a code that leads nowhere."""
    if re.fullmatch(rf"[{LETTERS}]{{{LENGTH}}}", code.upper()):
        return WrongCode(
            "There is no room of this code, or it has ended: compare it with the screen."
        )
    return WrongCode(
        f"A code is {LENGTH} letters such as {LETTERS[5:10]}: type it as it stands on the screen."
    )


def phone_name(code: str, token: str) -> str:
    """A name of a phone in a room, which tells nothing of it in another room.

    Raises
    ------
    Refused
        If the token has not the form of one that a phone makes.
    """
    if not TOKEN.fullmatch(token):
        raise Refused("This phone has no token: load the page of the class anew.")
    return hashed(f"{code.upper()} {token}")


def hashed(text: str) -> str:
    """What is kept in place of a secret."""
    return hashlib.sha256(text.encode()).hexdigest()
