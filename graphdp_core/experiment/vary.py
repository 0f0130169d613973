"""Every combination of varied parameters, each given to whoever has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.data.generators.generator import Generator
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, schema

__all__ = ["Setting", "settings"]


@dataclass(frozen=True)
class Setting:
    """One mechanism and analyses with one combination of values.

    Parameters
    ----------
    mechanism : Mechanism
    analyses : mapping of str to Analysis
        By id.
    values : mapping of str to object
        The varied parameters that one of them or the generator has, by name.
    maker : Generator or None
        Makes the graphs, if they are made.
    """

    mechanism: Mechanism
    analyses: Mapping[str, Analysis]
    values: Mapping[str, Any]
    maker: Generator | None = None


def settings(
    mechanisms: Sequence[Mechanism],
    analyses: Sequence[Analysis],
    vary: Mapping[str, Sequence[Any]],
    maker: Generator | None = None,
) -> list[Setting]:
    """All combinations, mechanism by mechanism; those without a parameter are measured once.

    Parameters
    ----------
    mechanisms : sequence of Mechanism
        Each id once.
    analyses : sequence of Analysis
        Each id once.
    vary : mapping of str to sequence
        Values by the parameter's name; all who have a parameter of that name take them.
    maker : Generator, optional
        Makes the graphs: its parameters may be varied as well.

    Raises
    ------
    Refused
        If there is no mechanism or analysis, one stands there twice, nobody has a parameter, it
        has no values, or one of them is out of range.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> tried = settings(
    ...     [gdp.mechanism("edge_flip")], [gdp.analysis("spectrum")], {"k": [2, 3]}
    ... )
    >>> [(dict(one.values), one.analyses["spectrum"].k) for one in tried]
    [({'k': 2}, 2), ({'k': 3}, 3)]
    """
    _check_family("mechanisms", mechanisms)
    _check_family("analyses", analyses)
    makers = () if maker is None else (maker,)
    for name, values in vary.items():
        if not any(_has(owner, name) for owner in (*mechanisms, *analyses, *makers)):
            known = ", ".join(_all((*mechanisms, *analyses, *makers)))
            raise Refused(f"vary: no parameter {name!r}; there are: {known}.")
        if isinstance(values, str) or not len(values):
            raise Refused(f"vary: {name} must have a list of at least one value, got {values!r}.")
    found = []
    for mechanism in mechanisms:
        owners = (mechanism, *analyses, *makers)
        names = [n for n in vary if any(_has(owner, n) for owner in owners)]
        for values in product(*(vary[name] for name in names)):
            chosen = dict(zip(names, values, strict=True))
            changed = {each.id: _changed(each, chosen) for each in analyses}
            made = None if maker is None else _changed(maker, chosen)
            found.append(Setting(_changed(mechanism, chosen), changed, chosen, made))
    return found


def _check_family(name: str, members: Sequence[Any]) -> None:
    ids = [member.id for member in members]
    if not ids:
        raise Refused(f"{name} must hold at least one, got none.")
    twice = next((id for id in ids if ids.count(id) > 1), None)
    if twice is not None:
        raise Refused(f"{name}: {twice} stands there twice; use vary to try several parameters.")


def _changed(owner: Any, values: Mapping[str, Any]) -> Any:
    """The same with those of the values that it has a parameter for."""
    return replace(owner, **{name: value for name, value in values.items() if _has(owner, name)})


def _has(owner: Any, name: str) -> bool:
    return any(parameter.name == name for parameter in schema(type(owner)))


def _all(owners: Sequence[Any]) -> list[str]:
    names = dict.fromkeys(p.name for owner in owners for p in schema(type(owner)))
    return list(names) or ["none"]
