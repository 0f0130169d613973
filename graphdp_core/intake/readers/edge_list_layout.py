"""Separated text line by line: which sign separates, what is a comment, what are the cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from graphdp_core.intake.files.graph_file import GraphFile

TWO_COLONS = "::"
"""What stands between the columns of MovieLens."""
DELIMITERS = ("\t", ";", TWO_COLONS, ",", "|")
BLANKS = ""
GAPS = "  "
"""Two blanks or more: columns of fixed width, whose cells may hold blanks."""
_SAMPLE = 20
_MOST_LINES = 100
_SAID = re.compile(r"sep=(.)", re.IGNORECASE)
_TUPLE = re.compile(r"[(\[]([^()\[\]]+)[)\]]")
_FACTS = re.compile(r"""\{(?:[^{}]*?['"]weight['"]:\s*([\d.eE+-]+))?[^{}]*\}""")
_AS_TEXT = re.compile(r'^="(.*)"$')
"""How a spreadsheet is told to leave "00123" as it is."""
_WORD = re.compile(r'"(?:[^"\\]|""|\\.)*+"(?!\S)|\S+')


def fields_of(line: str, delimiter: str) -> list[str]:
    r"""The columns of one line, without blanks around them; quotes may enclose a delimiter.

    Examples
    --------
    >>> fields_of('="007";"a;b"', ";"), fields_of(r'"a \"b\"",c', ",")
    (['007', 'a;b'], ['a "b"', 'c'])
    >>> fields_of("Ann Lee   Bob", GAPS), fields_of("ann bob # 2003", BLANKS)
    (['Ann Lee', 'Bob'], ['ann', 'bob'])
    """
    if delimiter == BLANKS:
        words = line.split() if '"' not in line else _quoted_words(line)
        if "#" not in line:
            return words  # else two or more without a comment: a # further up is part of a name
        return words[: next((i for i, word in enumerate(words) if i > 1 and word[0] == "#"), None)]
    if delimiter == GAPS:
        return re.split(r"\s{2,}", line.strip())
    if '"' not in line or delimiter == TWO_COLONS:
        return [field.strip() for field in line.split(delimiter)]
    bare = line.replace('\\"', "")
    escapes = bare != line and '""' not in bare and not bare.count('"') % 2
    row = next(
        csv.reader(
            [line.replace("\r", " ")],
            delimiter=delimiter,
            skipinitialspace=True,
            escapechar="\\" if escapes else None,
        ),
        [],
    )
    return [_AS_TEXT.sub(r"\1", field.strip()) for field in row]


def tuples_of(line: str) -> list[list[str]]:
    """The cells of every tuple that Python wrote in a line; of attributes the weight alone.

    Examples
    --------
    >>> tuples_of("[('ann', 'bob'), ('bob', 'cid', {'weight': 2})]")
    [['ann', 'bob'], ['bob', 'cid', '2']]
    """
    return [
        [
            field.strip().strip("'\"")
            for field in _FACTS.sub(r"\1", inside).split(",")
            if field.strip()
        ]
        for inside in _TUPLE.findall(line) or [line]
    ]


def _quoted_words(line: str) -> list[str]:
    """Words apart by blanks; quotes around a whole word may enclose blanks and escaped quotes."""
    words = _WORD.findall(line)  # quotes inside are doubled, or behind a backslash as in R
    quoted = [len(word) > 1 and word[0] == word[-1] == '"' for word in words]
    bare = [word[1:-1].replace('""', '"').replace('\\"', '"') for word in words]
    return [b if is_quoted else w for w, b, is_quoted in zip(words, bare, quoted, strict=True)]


def is_comment(line: str) -> bool:
    """Whether a line is blank or starts with #, % or //."""
    return line.lstrip()[:2].startswith(("#", "%", "//")) or not line.strip()


def first_lines(file: GraphFile) -> Iterator[tuple[int, int, str]]:
    """Number, byte offset and text of the first lines that are no comments."""
    lines = ((number, text) for number, text in file.lines() if not is_comment(text))
    for number, text in islice(lines, _SAMPLE):
        yield number, file.offset_of(number), text


def find_delimiter(lines: list[str]) -> str:
    """The first delimiter that cuts all lines alike, else the one that cuts most of them so.

    Blanks stand between the words of titles and names: where lines differ, another sign goes
    before them if it cuts half of the lines.
    """
    widths = {d: [len(fields_of(line, d)) for line in lines] for d in (*DELIMITERS, BLANKS)}
    cutting = [d for d, counts in widths.items() if counts[0] > 1]
    alike = (d for d in cutting if len(set(widths[d])) == 1)
    delimiter = next(alike, None)
    if delimiter in (None, BLANKS):  # single blanks may stand within cells
        cells = [fields_of(re.split(r"\s#", line)[0], GAPS) for line in lines]
        alike_cut = len(lines) > 2 and len(set(map(len, cells))) == 1 and len(cells[0]) > 1
        if alike_cut and any(" " in cell for row in cells for cell in row):
            return GAPS
    if delimiter is not None:
        return delimiter
    cut = {d: [count for count in counts if count > 1] for d, counts in widths.items()}
    usual = [d for d in DELIMITERS if 2 * len(cut[d]) >= len(lines)]
    if not usual:
        return cutting[0] if cutting else BLANKS
    return max(usual, key=lambda d: max(map(cut[d].count, cut[d])))


def whole_lines(
    file: GraphFile, lines: Iterable[tuple[int, str]], delimiter: str
) -> Iterator[tuple[int, str]]:
    """Lines, and one for those that a quoted field goes over, with blanks for its line ends.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> file = GraphFile("g.csv", b"", Limits())
    >>> list(whole_lines(file, [(1, 'a,"x'), (2, 'y",b'), (3, "c,d,e")], ","))
    [(1, 'a,"x y",b'), (3, 'c,d,e')]
    """
    open_lines: list[tuple[int, str]] = []
    for number, text in lines:
        if not open_lines and not ('"' in text and _is_open(text, delimiter)):
            yield number, text
            continue
        open_lines.append((number, text))
        whole = " ".join(part for _, part in open_lines)
        if not _is_open(whole, delimiter):
            yield open_lines[0][0], whole
            open_lines = []
        elif len(open_lines) == _MOST_LINES:
            break
    if open_lines:
        raise file.refuse(
            f"line {open_lines[0][0]} opens a quote that is not closed; close it, or write the "
            "field without it."
        )


def _is_open(text: str, delimiter: str) -> bool:
    """Whether a quote at the beginning of a field is not closed."""
    text = text.replace('\\"', "")
    if len(delimiter) != 1 or text.count('"') % 2 == 0:
        return False
    opening = re.search(rf'(?:^|{re.escape(delimiter)})\s*"(?:[^"]|"")*$', text)
    return opening is not None


def said_delimiter(text: str) -> str | None:
    """What a first line "sep=;" says to spreadsheets; None if it is another line.

    Examples
    --------
    >>> said_delimiter("sep=;"), said_delimiter("from;to")
    (';', None)
    """
    match = _SAID.fullmatch(text.strip(" \r\n"))
    return match[1] if match else None
