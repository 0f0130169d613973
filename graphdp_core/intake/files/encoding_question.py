"""Asks what the letters of a text are, where it is not UTF-8 and Western letters make no words."""

from __future__ import annotations

import codecs
import re

from graphdp_core.intake.files.encoding import ENCODINGS, FALLBACK
from graphdp_core.intake.files.graph_file import listed
from graphdp_core.intake.files.question import Question, option

_HEAD = 1 << 16
_MOST = 5  # answers
_GOOD = 0.9
_ODD = re.compile(
    r"[À-ÿ]{3}|([À-Þ])(?!\1)[À-Þ]|[a-z][À-Þ]|[\x80-\x9f]"
    r"|[A-Za-zÀ-ÿ][¹³¿¯£¥¼¾¢¤¦¨±¶¸]|[¹³¯£¥¼¾¢¤¦¨±¶¸][a-zà-ÿ]"
)
"""What stands in no Western word."""
_TOGETHER = (("ø", "ìù"), ("ðþýÞÝ", "üçÜÇ"))
"""Letters that no Western language has together: Czech and Turkish names, read as Western."""
_LIKELY = (
    "gb18030", "big5", "euc_kr", "euc_jp", "cp1251", "koi8-r", "cp1253", "cp1255", "cp1256",
    "cp1250", "iso8859-2", "cp1254", "cp1257", FALLBACK,
)  # fmt: skip
_WORD = re.compile(r"[A-Za-z]{0,40}[^\x00-\x7f][A-Za-z\x80-\U0010ffff]*")
_SCRIPTS = re.compile(r"[A-Za-z][\u0370-\u07ff\u3000-\ud7a3]|[\u0370-\u07ff\u3000-\ud7a3][A-Za-z]")


def about_encoding(data: bytes) -> Question | None:
    r"""Which encoding gives the right names, with the first of them in each that may be it.

    Parameters
    ----------
    data : bytes
        A text that is not UTF-8, as it came.

    Examples
    --------
    >>> asked = about_encoding("Gąska,Żółw\nŻółw,Ćma\n".encode("cp1250"))
    >>> asked.options[0].words
    "Central European (Windows-1250): 'Gąska', 'Żółw'"
    >>> about_encoding("Zoë,Jürgen\n".encode("cp1252"))
    """
    head = data[:_HEAD]
    western = head.decode(FALLBACK, errors="replace").replace("\ufffd", "\x81")
    together = any(set(one) & set(western) and set(two) & set(western) for one, two in _TOGETHER)
    if not together and _ODD.search(western) is None:
        return None
    titles = dict(ENCODINGS)
    read = {name: words for name in _LIKELY if (words := _words(head, name))}
    best = sorted(read, key=lambda name: -_score(read[name]))[:_MOST]
    options = [
        option(f"{titles[name]}: {listed(list(dict.fromkeys(read[name][:2])), 2)}", encoding=name)
        for name in best
        if _score(read[name]) >= _GOOD or name == FALLBACK
    ]
    text = "The text is not UTF-8, and its letters can be read in several ways. Which is right?"
    return Question("encoding", text, tuple(options)) if options else None


def _words(head: bytes, encoding: str) -> list[str]:
    """The words with other letters than a to z; none where it is no text of the encoding."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return []
    return _WORD.findall(text)


def _score(words: list[str]) -> float:
    """The share of words that are letters of one script, with capitals where they belong."""
    good = [
        word.isalpha()
        and _SCRIPTS.search(word) is None
        and (word.istitle() or word.islower() or word.isupper() or word.lower() == word.upper())
        for word in words
    ]
    return sum(good) / len(words)
