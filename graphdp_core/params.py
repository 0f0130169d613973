"""Parameters as data: a field declared with `param` carries its range, choices and help."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from functools import lru_cache
from numbers import Integral, Real
from typing import Any

__all__ = [
    "Param",
    "Refused",
    "by_id",
    "checked_seed",
    "make",
    "param",
    "refuse_former_names",
    "schema",
    "titles",
    "validate",
]

LARGEST_EPSILON = 20.0


class Refused(ValueError):
    """What was asked for is refused on purpose; the message says why and what to do instead.

    Raised for parameters out of range, for graphs and settings that a mechanism or an analysis
    does not take, and for files that cannot be read. Any other exception is a mistake in the
    program and should look like one. Whatever is proved private refuses by public facts only.

    Parameters
    ----------
    *message : str
    remedy : mapping, optional
        Values of parameters of the one who refuses, with which it would not.

    Examples
    --------
    >>> Refused("k must be below 4, got 5.", remedy={"k": 3}).remedy
    {'k': 3}
    """

    def __init__(self, *message: str, remedy: Mapping[str, Any] | None = None) -> None:
        super().__init__(*message)
        self.remedy = dict(remedy or {})


@dataclass(frozen=True)
class Param:
    """One parameter: its name, default and what values it takes."""

    name: str
    default: Any
    label: str
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] = ()
    choice_labels: tuple[str, ...] = ()
    examples: tuple[Any, ...] = ()
    offered: Callable[[Mapping[str, Any]], tuple[Any, ...]] | None = None
    used: Callable[[Mapping[str, Any]], bool] | None = None
    term: str = ""
    formerly: str = ""

    def given(self, values: Mapping[str, Any]) -> Param:
        """The parameter with those choices alone that go with the values of earlier ones.

        Its default is the first of them if the usual one is not among them.
        """
        if self.offered is None:
            return self
        left = [choice for choice in self.choices if choice in self.offered(values)]
        labels = dict(zip(self.choices, self.choice_labels, strict=True))
        return dataclasses.replace(
            self,
            default=self.default if self.default in left else left[0],
            choices=tuple(left),
            choice_labels=tuple(labels[choice] for choice in left),
        )

    def is_used(self, values: Mapping[str, Any]) -> bool:
        """Whether the parameter makes a difference beside the values of earlier ones."""
        return self.used is None or self.used(values)

    @property
    def type(self) -> type:
        """Python type of the parameter: that of its default."""
        return type(self.default)

    def allowed(self) -> str:
        """The allowed values in words."""
        if self.choices:
            return "one of " + ", ".join(map(repr, self.choices))
        if self.type is bool:
            return "True or False"
        kind = "an integer" if self.type is int else "a number"
        low = "" if self.low is None else f" from {self.low:g}"
        high = "" if self.high is None else f" to {self.high:g}"
        return kind + low + high


def param(
    default: Any,
    help: str,
    *,
    label: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: Collection[Any] = (),
    examples: tuple[Any, ...] = (),
    offered: Callable[[Mapping[str, Any]], tuple[Any, ...]] | None = None,
    used: Callable[[Mapping[str, Any]], bool] | None = None,
    term: str = "",
    formerly: str = "",
) -> Any:
    """Declare a parameter on a frozen dataclass.

    `choices` may be a mapping from each value to its label. `offered` names the choices that go
    with the values of the parameters declared before, by name; `used` tells whether the parameter
    has any effect beside them. Without them all choices are offered, and the parameter always
    counts. `examples` are values of a number beside the default at which more, or something else,
    is released: the tests that walk over all members try them, as they try every choice. `term` is
    the word of the glossary that the parameter stands for, which tooltips explain before its own
    help. `formerly` is a name that it had, still understood where members are made by name.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Blur:
    ...     width: int = param(2, "Pixels to each side", low=1, high=9)
    >>> schema(Blur)[0].allowed()
    'an integer from 1 to 9'
    >>> validate(Blur(width=12))
    Traceback (most recent call last):
    ...
    graphdp_core.params.Refused: width must be an integer from 1 to 9, got 12.
    """
    labels = choices if isinstance(choices, Mapping) else {one: str(one) for one in choices}
    return dataclasses.field(
        default=default,
        metadata={
            "param": {
                "label": label,
                "help": help,
                "low": low,
                "high": high,
                "choices": tuple(labels),
                "choice_labels": tuple(labels.values()),
                "examples": examples,
                "offered": offered,
                "used": used,
                "term": term,
                "formerly": formerly,
            }
        },
    )


def schema(owner: Any) -> tuple[Param, ...]:
    """The parameters of a dataclass or an instance of one, in order of declaration."""
    return _schema_of(owner if isinstance(owner, type) else type(owner))


@lru_cache(maxsize=256)
def _schema_of(kind: Any) -> tuple[Param, ...]:
    parameters = []
    for item in dataclasses.fields(kind):
        if facts := item.metadata.get("param"):
            label = facts["label"] or item.name.replace("_", " ").capitalize()
            parameters.append(Param(item.name, item.default, **{**facts, "label": label}))
    return tuple(parameters)


def validate(instance: Any) -> None:
    """Raise Refused, with name, allowed values and value, if a parameter is out of range.

    Numbers of numpy, `fractions` and `decimal` become those of Python, and an integer given for a
    float becomes a float, so that equal members are written alike.
    """
    for parameter in schema(instance):
        given = getattr(instance, parameter.name)
        value = _plain(parameter.type, given)
        if not _fits(parameter, value):
            raise Refused(f"{parameter.name} must be {parameter.allowed()}, got {given!r:.80}.")
        if type(value) is not type(given):
            object.__setattr__(instance, parameter.name, value)  # it is being made


def by_id(family: str, members: Iterable[Any], id: str) -> Any:
    """The member of a family, classes or instances, with this id.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> by_id("mechanism", gdp.MECHANISMS, "edge_flip").title
    'edgeFlip'
    """
    known = {member.id: member for member in members}
    for member in known.values():
        if id in getattr(member, "stands_in_for", ()):
            raise Refused(f"{family} {id!r} has gone: {member.id!r} does its work; use that.")
    if id not in known:
        near = "".join(f" Did you mean {name}?" for name in get_close_matches(id, known, n=1))
        raise Refused(f"{family} must be one of {', '.join(known)}, got {id!r}.{near}")
    return known[id]


def refuse_strangers(**given: Any) -> None:
    """Raise Refused for what is given in place of a graph, a mechanism or an analysis, by name.

    Examples
    --------
    >>> refuse_strangers(mechanism="edge_flip")
    Traceback (most recent call last):
    graphdp_core.params.Refused: mechanism must be made first: gdp.mechanism('edge_flip').
    """
    for name, value in given.items():
        if name == "graph" and not any(hasattr(type(value), own) for own in ("m", "generate")):
            raise Refused(
                f"graph must be a graph of GraphDP, got {type(value)}: make one by "
                "gdp.load_graph, gdp.read_graph or gdp.Graph.from_networkx."
            )
        for one in value if isinstance(value, list | tuple) else (value,):
            if name != "graph" and isinstance(one, str | type):
                kind = name.replace("mechanisms", "mechanism")
                id = getattr(one, "id", one)
                raise Refused(f"{name} must be made first: gdp.{kind}({id!r:.80}).")


def checked_seed(seed: int) -> int:
    """The seed, if it is an integer from 0: what streams of random numbers begin from.

    Examples
    --------
    >>> checked_seed(-1)
    Traceback (most recent call last):
    graphdp_core.params.Refused: seed must be an integer from 0, got -1.
    """
    if isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 0:
        raise Refused(f"seed must be an integer from 0, got {seed}.")
    return int(seed)


def titles(members: Iterable[Any]) -> dict[str, str]:
    """Titles by id, in order: what a menu shows for the ids that it chooses from.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> titles(gdp.MECHANISMS)["louvain_dp"]
    'LouvainDP'
    """
    return {member.id: member.title for member in members}


def make(family: str, members: Sequence[Any], id: str, parameters: Mapping[str, Any]) -> Any:
    """The member of a family with this id, made with these parameters.

    Raises
    ------
    Refused
        If the id or a parameter is unknown, or a parameter's value is out of range.
    """
    kind = by_id(family, members, id)
    now = {parameter.formerly: parameter.name for parameter in schema(kind) if parameter.formerly}
    parameters = {now.get(name, name): value for name, value in parameters.items()}
    allowed = [parameter.name for parameter in schema(kind)]
    unknown = sorted(set(parameters) - set(allowed))
    if unknown:
        raise Refused(
            f"{family} {id!r} has no parameter {', '.join(unknown)}; "
            f"its parameters are: {', '.join(allowed) or 'none'}."
        )
    return kind(**parameters)


def refuse_former_names(kind: type, given: Collection[str]) -> None:
    """Refuse keywords of a class that are former names of its parameters.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> gdp.mechanism("pamst", law="prim").selection  # by id, older names are understood
    'prim'
    >>> refuse_former_names(type(gdp.mechanism("pamst")), ["law"])
    Traceback (most recent call last):
    graphdp_core.params.Refused: PAMST calls its parameter 'law' 'selection' now: pass selection=.
    """
    for parameter in schema(kind):
        if parameter.formerly in given:
            raise Refused(
                f"{kind.__name__} calls its parameter {parameter.formerly!r} {parameter.name!r} "
                f"now: pass {parameter.name}=."
            )


def _plain(kind: type, value: Any) -> Any:
    """A number as one of Python: an int for an int, a float for a float, infinite if too large."""
    if isinstance(value, bool):
        return value
    if kind is int and isinstance(value, Integral):
        return int(value)
    if kind is float and isinstance(value, Real | Decimal):
        try:
            return float(value)
        except OverflowError:
            return math.inf
    return value


def _fits(parameter: Param, value: Any) -> bool:
    if parameter.choices:
        return value in parameter.choices
    if parameter.type is bool:
        return isinstance(value, bool)
    if parameter.type not in (int, float):
        return isinstance(value, parameter.type)
    if isinstance(value, bool) or not isinstance(value, parameter.type) or not math.isfinite(value):
        return False
    too_low = parameter.low is not None and value < parameter.low
    too_high = parameter.high is not None and value > parameter.high
    return not too_low and not too_high
