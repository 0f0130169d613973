"""Text that is no file of a graph or a table: its right name, and the one step that helps."""

from __future__ import annotations

import re

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError
from graphdp_core.intake.readers.json_records import JsonStream
from graphdp_core.intake.words import WORDS

_FEWEST = 2
_LINES = 40
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[ap]\.?m\.?)?"
_DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_MESSAGE = re.compile(
    rf"[\u200e\u200f]?(?:\[{_DAY},? {_TIME}\] |{_DAY},? {_TIME} - )[^:]{{1,60}}: ", re.IGNORECASE
)
_LOGGED = re.compile(rf"\[?(?:{_DAY}[ T])?{_TIME}\]? <[^<>]{{1,40}}> ")
_WRITTEN = (
    "it says who wrote what and when, and not to whom, so that it holds no ties; bring a table "
    "that says who answers or mentions whom, two names on each row."
)
_CHATS = frozenset(("messages", "messageCount", "chats"))
_ACCOUNTS = frozenset(
    ("relationships_following", "relationships_followers", "string_list_data", "follows",
     "followers", "following")
)  # fmt: skip


def refuse_chat(file: GraphFile) -> None:
    """Raise GraphFileError if the first lines are messages as WhatsApp or IRC programs save them.

    Nothing of the messages is repeated in the refusal.
    """
    lines = file.data[: 1 << 14].decode(errors="replace").splitlines()[:_LINES]
    for pattern, name in ((_MESSAGE, "a WhatsApp chat"), (_LOGGED, "the log of a chat")):
        if sum(pattern.match(line) is not None for line in lines) >= _FEWEST:
            raise file.refuse(f"this is {name}: {_WRITTEN}")


def about_records(file: GraphFile) -> GraphFileError | None:
    """The refusal of JSON whose outermost names tell what it is; None where they do not."""
    stream, keys = JsonStream(file, ""), set()
    for key in stream.members() if stream.peek() == "{" else ():
        keys.add(key)
        stream.skip()
    if keys & _CHATS:
        return file.refuse(f"this is a chat as JSON: {_WRITTEN}")
    if keys & _ACCOUNTS:
        return file.refuse(
            "this is a list of accounts that follow one person or are followed: it holds no ties "
            "between them; bring a table that says who follows whom, two accounts on each row."
        )
    return None


_SIGNS = tuple(
    (re.compile(kind["sign"].encode(), re.IGNORECASE | re.DOTALL), kind["why"])
    for kind in WORDS["text"]
)
_HEAD = 4000


def refuse_other_kinds(file: GraphFile) -> None:
    r"""Raise GraphFileError if the first lines are of a known kind that is not read.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> refuse_other_kinds(GraphFile("g.csv", b"a,b\nb,c\n", Limits()))
    """
    for sign, why in _SIGNS:
        if sign.match(file.data[:_HEAD]):
            raise file.refuse(why)
