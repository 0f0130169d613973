"""Cells that list several names: recipients of a mail, authors of a paper, members of a team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice

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
