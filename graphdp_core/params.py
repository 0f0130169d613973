"""Parameters as data: a field declared with `param` carries its range, choices and help."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

__all__ = [
    "Param",
    "Refused",
    "by_id",
    "check_epsilon",
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
    names_node: bool = False

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
    choices: tuple[Any, ...] = (),
    choice_labels: tuple[str, ...] = (),
    examples: tuple[Any, ...] = (),
    offered: Callable[[Mapping[str, Any]], tuple[Any, ...]] | None = None,
    used: Callable[[Mapping[str, Any]], bool] | None = None,
    term: str = "",
    formerly: str = "",
    names_node: bool = False,
) -> Any:
    """Declare a parameter on a frozen dataclass.

    `offered` names the choices that go with the values of the parameters declared before, by
    name; `used` tells whether the parameter has any effect beside them. Without them all choices
    are offered, and the parameter always counts. `examples` are values of a number beside the
    default at which more, or something else, is released: the tests that walk over all members
    try them, as they try every choice. `term` is the word of the glossary that the parameter
    stands for, which tooltips explain before its own help. `formerly` is a name that it had, still
    understood where members are made by name. `names_node` says that the value is the number of a
    node: it must be below n, and follows its node wherever nodes are numbered anew.

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
    return dataclasses.field(
        default=default,
        metadata={
            "param": {
                "label": label,
                "help": help,
                "low": low,
                "high": high,
                "choices": choices,
                "choice_labels": choice_labels or tuple(map(str, choices)),
                "examples": examples,
                "offered": offered,
                "used": used,
                "term": term,
                "formerly": formerly,
                "names_node": names_node,
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
        facts = item.metadata.get("param")
        if facts is not None:
            label = facts["label"] or item.name.replace("_", " ").capitalize()
            parameters.append(Param(item.name, item.default, **{**facts, "label": label}))
    return tuple(parameters)


def validate(instance: Any) -> None:
    """Raise Refused, with name, allowed values and value, if a parameter is out of range.

    An integer given for a float becomes a float, so that equal members are written alike.
    """
    for parameter in schema(instance):
        value = getattr(instance, parameter.name)
        if not _fits(parameter, value):
            raise Refused(f"{parameter.name} must be {parameter.allowed()}, got {value!r}.")
        if parameter.type is float and type(value) is not float:
            object.__setattr__(instance, parameter.name, float(value))  # it is being made


def by_id(family: str, members: Iterable[Any], id: str) -> Any:
    """The member of a family, classes or instances, with this id.

    Raises
    ------
    Refused
        With all ids, if there is none.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> by_id("mechanism", gdp.MECHANISMS, "edge_flip").title
    'edgeFlip'
    """
    known = {member.id: member for member in members}
    if id not in known:
        raise Refused(f"{family} must be one of {', '.join(known)}, got {id!r}.")
    return known[id]


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


def refuse_former_names(kind: type, given: Iterable[str]) -> None:
    """Refuse keywords of a class that are former names of its parameters.

    Raises
    ------
    Refused
        With the name of today.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> gdp.mechanism("pamst", law="prim").selection  # by id, older names are understood
    'prim'
    >>> refuse_former_names(type(gdp.mechanism("pamst")), ["law"])
    Traceback (most recent call last):
    graphdp_core.params.Refused: PAMST calls its parameter 'law' 'selection' now: pass selection=.
    """
    given = set(given)
    for parameter in schema(kind):
        if parameter.formerly in given:
            raise Refused(
                f"{kind.__name__} calls its parameter {parameter.formerly!r} {parameter.name!r} "
                f"now: pass {parameter.name}=."
            )


def check_epsilon(
    epsilon: float, *, low: float = 0.0, high: float = LARGEST_EPSILON, of: str = ""
) -> None:
    """Refuse an epsilon that is not a finite number in [low, high]; `of` names whose range it is.

    Raises
    ------
    Refused
        With the range and the value.

    Examples
    --------
    >>> check_epsilon(0.001, low=0.01, of="LouvainDP")
    Traceback (most recent call last):
    graphdp_core.params.Refused: epsilon must be a number from 0.01 to 20 for LouvainDP, got 0.001.
    """
    is_number = isinstance(epsilon, int | float) and not isinstance(epsilon, bool)
    if not is_number or not math.isfinite(epsilon) or not low <= epsilon <= high:
        owner = f" for {of}" if of else ""
        raise Refused(f"epsilon must be a number from {low:g} to {high:g}{owner}, got {epsilon!r}.")


def _fits(parameter: Param, value: Any) -> bool:
    if parameter.choices:
        return value in parameter.choices
    if parameter.type is bool:
        return isinstance(value, bool)
    if parameter.type is int and (not isinstance(value, int) or isinstance(value, bool)):
        return False
    if parameter.type is float and (
        isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value)
    ):
        return False
    if parameter.type in (int, float):
        too_low = parameter.low is not None and value < parameter.low
        too_high = parameter.high is not None and value > parameter.high
        return not too_low and not too_high
    return isinstance(value, parameter.type)
