"""Rows that name more than two people: one and those named, parents, or people together.

Cells that list several names: recipients of a mail, authors of a paper, members of a team.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import islice

from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.readers.edge_list_layout import BLANKS
from graphdp_core.intake.readers.header import (
    ENDS,
    has_word,
    is_date,
    is_truth,
    share,
    trimmed,
)
from graphdp_core.intake.words import is_blank

_NUMBERED = re.compile(r"(.*[^\W\d_]|.*\d[\s_.#-])[\s_.#-]*(\d{1,2})")
_QUESTION = re.compile(r"(q|question|item|frage|pregunta)", re.IGNORECASE)
_MOST = 0.9
_SOME = 0.3
_ALIKE = 0.8


def named_places(names: Sequence[str], body: Sequence[list[str]]) -> tuple[int, ...]:
    """The columns of a person and of those whom the person names; empty where a row names two.

    They are numbered alike ("friend 1", "friend 2"), or are called mother and father; without
    names they hold the same people three times. The first is the person's own.

    Examples
    --------
    >>> named_places(["who", "age", "friend 1", "friend 2"], [["Ann", "31", "Bob", ""]])
    (0, 2, 3)
    >>> named_places(["source", "target", "weight"], [["Ann", "Bob", "2"]])
    ()
    """
    texts = [i for i in range(len(body[0]) if body else 0) if _are_names(i, names, body)]
    if {0, 1} <= {ENDS.get(name.casefold()) for name in names}:
        return ()
    group = _numbered(names)
    owner = next((i for i in range(len(names)) if i not in group), None)
    people = _are_people(names, group) or sum(i in texts for i in group) > 1
    if len(group) > 2 and people and owner is None:
        return tuple(group)
    if owner is not None and len(group) > 1:
        people = people or _are_of(owner, group, body)
        if people and (len(group) > 2 or owner in texts or not _are_people(names, group)):
            return (owner, *group)
    parents = [i for i, name in enumerate(names) if has_word(name, "kin")]
    if len(parents) > 1 and parents[0] > 0:
        return (0, *parents)
    if all(any(has_word(name, end) for name in names) for end in ("source", "target")):
        return ()
    values = {i: {row[i] for row in body if len(row) > i} - {""} for i in texts}
    same = [i for i in texts[1:] if _overlap(values[texts[0]], values[i]) >= _SOME]
    return (texts[0], *same) if len(same) > 1 else ()


def has_owner(names: Sequence[str], places: Sequence[int]) -> bool:
    """Whether the first of the named places is a column of another kind than the others."""
    return bool(places) and list(places) != _numbered(names)


def are_uneven_lists(rows: Sequence[list[str]], separator: str | None) -> bool:
    """Whether rows without a header are of many lengths, and name the same people again."""
    lengths = Counter(map(len, rows))
    beside = [cell for row in rows for cell in row[2:]]
    if len(lengths) == 1 and share(beside, looks_numeric) < _MOST:
        lengths = Counter(len(trimmed(row)) for row in rows)  # filled up with blanks
    if len(lengths) < 2 or max(lengths) < 3:
        return False
    if max(lengths.values()) >= _ALIKE * len(rows):
        return False
    times = Counter(name for row in rows for name in set(row) if name)
    known = sum(1 for count in times.values() if count > 1)
    prose = separator == BLANKS and any(name[-1] in ".,;:!?" for name in times)
    return not prose and known >= _SOME * len(times)


def _numbered(names: Sequence[str]) -> list[int]:
    """The columns that have one name with numbers behind it."""
    groups: dict[str, list[int]] = defaultdict(list)
    for i, name in enumerate(names):
        match = _NUMBERED.fullmatch(name.strip())
        if match and not _QUESTION.fullmatch(match[1]):
            groups[match[1].casefold()].append(i)
    return max(groups.values(), key=len, default=[])


def _are_people(names: Sequence[str], group: Sequence[int]) -> bool:
    return all(has_word(names[i], "source", "target", "end") for i in group)


def _are_names(place: int, names: Sequence[str], body: Sequence[list[str]]) -> bool:
    """Text that is neither numbers nor dates nor remarks, and not yes or no."""
    cells = [row[place] for row in body if len(row) > place]
    typed = max(share(cells, kind) for kind in (looks_numeric, is_date, is_truth))
    remark = place < len(names) and has_word(names[place], "message", "prose", "time")
    return typed < _MOST and not remark and not all(map(is_blank, cells))


def _are_of(owner: int, group: Sequence[int], body: Sequence[list[str]]) -> bool:
    """Whether columns hold values of the owner's, each of whom has one row."""
    own = [row[owner] for row in body if len(row) > owner]
    named = {row[i] for row in body for i in group if len(row) > i} - {""}
    return len(set(own)) == len(own) and _overlap(set(own), named) >= _ALIKE


def _overlap(first: set[str], second: set[str]) -> float:
    return len(first & second) / max(1, min(len(first), len(second)))


NO_SIGN = ""
_SIGNS = (";", "|", "、", "；", "，", ",")
_COMMA = ","
_LONGEST = 80
_CELLS = 200
_SHARE = {_COMMA: 0.5}
_USUAL_SHARE = 0.3


def names_in(cell: str, sign: str) -> list[str]:
    """The names of a cell, each once; the whole cell where there is no sign.

    Examples
    --------
    >>> names_in("Lee, Ann; Ray, Bob; ", ";"), names_in("Lee, Ann", "")
    (['Lee, Ann', 'Ray, Bob'], ['Lee, Ann'])
    """
    if sign == NO_SIGN:
        return [cell] if cell else []
    return list(dict.fromkeys(filter(None, (name.strip() for name in cell.split(sign)))))


def list_sign(cells: Sequence[str], others: Collection[str] = ()) -> str:
    """What stands between the names in the cells of a column; empty where cells are one name.

    Names are a list where they stand in several cells: in another list, alone, or among `others`,
    which are the cells of the other end. A comma in every cell, as in "Last, First", is none.

    Examples
    --------
    >>> list_sign(["Lee, Ann; Ray, Bob", "Ray, Bob"]), list_sign(["Lee, Ann", "Ray, Bob"])
    (';', '')
    """
    told = list(islice(dict.fromkeys(cell for cell in cells if cell), _CELLS))
    return next((sign for sign in _SIGNS if _is_list(told, sign, set(others))), NO_SIGN)


def _is_list(told: Sequence[str], sign: str, others: Collection[str]) -> bool:
    lists = [names_in(cell, sign) for cell in told]
    several = [cell for cell, names in zip(told, lists, strict=True) if len(names) > 1]
    if not several or 2 * sum(cell in others for cell in several) >= len(several):
        return False  # such as "Bob, Jr", whom the other column names as well
    if sign == _COMMA and _are_turned_names(lists, others):
        return False
    times = Counter(name for names in lists for name in names)
    parts = [name for names in lists if len(names) > 1 for name in names]
    if any(len(name) > _LONGEST for name in parts):
        return False
    known = sum(times[name] > 1 or name in others for name in parts)
    return known >= _SHARE.get(sign, _USUAL_SHARE) * len(parts)


def _are_turned_names(lists: Sequence[Sequence[str]], others: Collection[str]) -> bool:
    """Whether the comma may stand within names, as in "Lee, Ann" or "Bonn, Germany"."""
    pairs = all(len(names) == 2 for names in lists)
    return pairs and not any(name in others or "@" in name for names in lists for name in names)
