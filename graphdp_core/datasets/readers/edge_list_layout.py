"""Separated text line by line: which sign separates, what is a comment, what are the cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from graphdp_core.datasets.files.graph_file import GraphFile

__all__ = [
    "BLANKS",
    "fields_of",
    "find_delimiter",
    "first_lines",
    "is_comment",
]

DELIMITERS = ("\t", ";", ",", "|")
BLANKS = ""
_SAMPLE = 20
_WORD = re.compile(r'"(?:[^"\\]|""|\\.)*+"(?!\S)|\S+')


def fields_of(line: str, delimiter: str) -> list[str]:
    """The columns of one line, without blanks around them; quotes may enclose a delimiter."""
    if delimiter == BLANKS:
        return line.split() if '"' not in line else _quoted_words(line)
    if '"' not in line:
        return [field.strip() for field in line.split(delimiter)]
    row = next(
        csv.reader([line.replace("\r", " ")], delimiter=delimiter, skipinitialspace=True), []
    )
    return [field.strip() for field in row]


def _quoted_words(line: str) -> list[str]:
    """Words apart by blanks; quotes around a whole word may enclose blanks and escaped quotes."""
    return [
        _unquoted(word) if len(word) > 1 and word[0] == word[-1] == '"' else word
        for word in _WORD.findall(line)
    ]


def _unquoted(word: str) -> str:
    """Without the quotes around it; quotes inside are doubled, or behind a backslash as in R."""
    return word[1:-1].replace('""', '"').replace('\\"', '"')


def is_comment(line: str) -> bool:
    """Whether a line is blank or starts with # or %."""
    return line.lstrip()[:1] in ("", "#", "%")


def first_lines(file: GraphFile) -> Iterator[tuple[int, int, str]]:
    """Number, byte offset and text of the first lines that are no comments."""
    data, start, number, found = file.data, 0, 0, 0
    while start < len(data) and found < _SAMPLE:
        number += 1
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        file.check_line(number, end - start, "bytes")
        try:
            text = data[start:end].decode().strip("\r\n")
        except UnicodeDecodeError as error:
            raise file.wrong_encoding(error) from None
        if not is_comment(text):
            found += 1
            yield number, start, text
        start = end + 1


def find_delimiter(lines: list[str]) -> str:
    """The first delimiter that cuts all lines alike; else the first that cuts at all."""
    candidates = [d for d in (*DELIMITERS, BLANKS) if len(fields_of(lines[0], d)) > 1]
    alike = (d for d in candidates if len({len(fields_of(line, d)) for line in lines}) == 1)
    return next(alike, candidates[0] if candidates else BLANKS)
