"""What lies between two snapshots, in words: which settings differ, and where figures moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphdp_core.analyses import ANALYSES
from graphdp_core.data import GENERATORS
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.params import Param, schema, titles
from graphdp_core.snapshots.workspace import Snapshot

NAMES = {
    "graph": "the graph", "mechanism": "the mechanism", "epsilon": "ε", "draw": "the noise draw",
    "analysis": "the property", "method": "the method", "metric": "the metric",
    "file": "the own file", "read": "how the file is read", "largest": "largest component only",
    "find": "the marked node", "marked": "the marked nodes", "view": "the view",
    "see": "what is shown",
}  # fmt: skip
"""Words for keys that the whole app has; other keys are parameters, or stand for themselves."""
ORDER = ("graph", "file", "mechanism", "epsilon", "draw")
MOST = 6  # differences that are named
KINDS: tuple[Any, ...] = (*MECHANISMS, *ANALYSES, *GENERATORS)
OWNERS: dict[str, Any] = {owner.id: owner for owner in KINDS}
TITLES = {**titles(MECHANISMS), **titles(ANALYSES)}


def differences(
    first: Snapshot,
    second: Snapshot,
    *,
    pages: Mapping[str, str],
    usual: Mapping[str, str],
    graphs: Mapping[str, str],
) -> str:
    """One line on what differs between two snapshots, and on the figures that both have.

    Parameters
    ----------
    pages : mapping
        Titles of the pages by address.
    usual : mapping
        What holds where an address says nothing, by key; parameters know their own.
    graphs : mapping
        Titles of the graphs by id.

    Examples
    --------
    >>> a = Snapshot("clusters", "epsilon=3", figures=(("ARI", "1.00"),))
    >>> b = Snapshot("clusters", "epsilon=1", figures=(("ARI", "0.03"),))
    >>> differences(a, b, pages={}, usual={"epsilon": "3"}, graphs={})
    'Only ε differs: 3 → 1. ARI 1.00 → 0.03.'
    """
    said = [
        *_page(first, second, pages),
        *_settings(first.settings, second.settings, usual, graphs),
    ]
    words = _sentence(said)
    values = dict(second.figures)
    moved = [
        f"{label} {value} → {values[label]}"
        for label, value in first.figures
        if values.get(label, value) != value
    ]
    return f"{words} {'; '.join(moved)}." if moved else words


def _sentence(said: list[tuple[str, str]]) -> str:
    if not said:
        return "Both have the same settings."
    if len(said) == 1:
        name, change = said[0]
        return f"Only {name} differs: {change}."
    named = "; ".join(f"{name} {change}" for name, change in said[:MOST])
    more = f"; and {len(said) - MOST} more" if len(said) > MOST else ""
    return f"{len(said)} things differ: {named}{more}."


def _page(first: Snapshot, second: Snapshot, pages: Mapping[str, str]) -> list[tuple[str, str]]:
    if first.page == second.page:
        return []
    before, after = (pages.get(s.page, s.page) for s in (first, second))
    return [("the page", f"{before} → {after}")]


def _settings(
    before: Mapping[str, str],
    after: Mapping[str, str],
    usual: Mapping[str, str],
    graphs: Mapping[str, str],
) -> list[tuple[str, str]]:
    """Name and change of each setting that differs, those of the whole app first."""
    keys = sorted(
        before.keys() | after.keys(),
        key=lambda key: (ORDER.index(key) if key in ORDER else len(ORDER), key),
    )
    rows = []
    for key in keys:
        ends = [_shown(key, said.get(key), usual, graphs) for said in (before, after)]
        if ends[0] != ends[1]:
            rows.append((_name(key), f"{ends[0]} → {ends[1]}"))
    return rows


def _parameter(key: str) -> tuple[str, Param | None]:
    """Whose parameter the key is, by title, and which."""
    owner_id, _, name = key.partition(".")
    owner = OWNERS.get(owner_id)
    name = name.partition(".")[0]
    matching = [p for p in (schema(owner) if owner else ()) if name in (p.name, p.formerly)]
    return (owner.title, matching[0]) if owner and matching else ("", None)


def _name(key: str) -> str:
    owner, parameter = _parameter(key)
    if parameter is not None:
        return f"{parameter.label.lower()} of {owner}"
    return NAMES.get(key, NAMES.get(key.rpartition(".")[2], f"“{key}”"))


def _shown(key: str, value: str | None, usual: Mapping[str, str], graphs: Mapping[str, str]) -> str:
    """A value in the words of its menu; what an address does not say is as usual."""
    _, parameter = _parameter(key)
    value = usual.get(key) if value is None else value
    if key == "file" and value:
        return value.split(".", 2)[-1]
    if parameter is not None:
        return _of_parameter(parameter, value, has_usual=key.count(".") > 1)
    if value is None:
        return "as usual"
    if key == "graph":
        return graphs.get(value, value)
    return TITLES.get(value, value) if key in ("mechanism", "analysis", "method") else value


def _of_parameter(parameter: Param, value: str | None, *, has_usual: bool) -> str:
    if value is None:
        if has_usual:  # the default is that of a graph
            return "as usual"
        value = str(parameter.default)
    labels = dict(zip(map(str, parameter.choices), parameter.choice_labels, strict=False))
    if value in labels:
        return labels[value]
    if parameter.type is bool:
        return "on" if value.lower() == "true" else "off"
    try:
        return f"{float(value):g}"
    except ValueError:
        return value
