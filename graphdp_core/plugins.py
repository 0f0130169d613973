"""What other packages add: mechanisms, analyses and readers, found by their entry points."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import is_dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from typing import Any

GROUPS = ("graphdp.mechanisms", "graphdp.analyses", "graphdp.readers")
"""Entry points that are looked for."""

_problems: dict[str, str] = {}


def added(group: str, base: type, ours: Iterable[Any]) -> tuple[Any, ...]:
    """Members of a family that installed packages add to ours, in the order of their names.

    Each is labelled: its title names its package, and `provider` the package with its version.
    What cannot be loaded, is of another kind or takes an id or a title that is there already is
    left out, with one line in the log; :func:`problems` keeps the reasons.

    Parameters
    ----------
    group : str
        One of `GROUPS`.
    base : type
        A class that a member derives from; or, of members that are no classes, is made of.
    ours : iterable
        The members that stand before them.

    Notes
    -----
    *Privacy*: a package that is installed may read whatever this program reads. Its claims are its
    authors'; `graphdp check` tries to refute them.
    """
    taken = {name for member in ours for name in (member.id, member.title)}
    members = []
    for entry in sorted(entry_points(group=group), key=lambda entry: (_package(entry), entry.name)):
        named = f"{entry.value} of {_package(entry)}"
        try:
            member = entry.load()
        except Exception as error:  # noqa: BLE001 - a stranger's code, which may raise anything
            _note(named, f"it cannot be loaded: {type(error).__name__}: {error}")
            continue
        is_kind = isinstance(member, type) and issubclass(member, base) and is_dataclass(member)
        if not is_kind and not isinstance(member, base):
            _note(named, f"it is no {base.__name__}")
        elif missing := [word for word in ("id", "title") if not getattr(member, word, "")]:
            _note(named, f"it has no {' and no '.join(missing)}")
        elif clash := taken & {member.id, member.title}:
            _note(
                named, f"{' and '.join(sorted(clash))} is there already: take another id or title"
            )
        else:
            taken |= {member.id, member.title}
            members.append(_labelled(member, entry))
    return tuple(members)


def problems() -> dict[str, str]:
    """What was left out so far, and why."""
    return dict(_problems)


def _labelled(member: Any, entry: EntryPoint) -> Any:
    """The member, said to be its package's."""
    label = f" (from {_package(entry)})"
    version = entry.dist.version if entry.dist is not None else ""
    provider = f"{_package(entry)} {version}".strip()
    title = member.title.removesuffix(label) + label
    if not isinstance(member, type):
        return replace(member, title=title, provider=provider)
    for name, value in (("title", title), ("provider", provider)):
        setattr(member, name, value)
    return member


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "an unknown package"


def _note(named: str, why: str) -> None:
    _problems[named] = why
    logging.getLogger("graphdp").warning("Left out %s: %s.", named, why)
