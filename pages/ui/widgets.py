"""Widgets made from declared parameters: the schema decides label, range, choices and help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, Literal

import streamlit as st

from graphdp_core.params import Param, schema
from pages.ground.glossary import term
from pages.ground.records import in_address, set_in_address
from pages.session import address_words, addresses, session

FEW_CHOICES = 4
BESIDE = 150  # pixels of a list's or a number's box in a row of widgets, at least
LETTER, FRAME = 7, 62  # pixels of a letter of a list, and of what stands around them
Width = int | Literal["stretch"]
_noted: ContextVar[dict[str, Any] | None] = ContextVar("noted widgets", default=None)
_is_closed: ContextVar[bool] = ContextVar("in the closed drawer", default=False)


@contextmanager
def noted() -> Iterator[dict[str, Any]]:
    """Note the keys and the defaults of all widgets that are made meanwhile."""
    keys: dict[str, Any] = {}
    before = _noted.set(keys)
    try:
        yield keys
    finally:
        _noted.reset(before)


def _note(key: str, default: Any) -> None:
    if (keys := _noted.get()) is not None:
        keys[key] = default


def settings(
    owner: Any, *, beside: tuple[str, ...] = (), fixed: Mapping[str, Any] | None = None
) -> Any:
    """An instance of an analysis, its parameters in a drawer by the slider, some `beside` it.

    Parameters that are `fixed` have no widget. The page may put more into the `drawer`.
    """
    fixed = fixed or {}
    asked = [parameter.name for parameter in schema(owner) if parameter.name not in fixed]
    beside = tuple(name for name in beside if name in asked)
    rest = tuple(name for name in asked if name not in beside)
    with session.place("choices"):
        values = dict(fixed)
        values |= parameters(owner, prefix=owner.id, only=beside, width=BESIDE, as_list=True)
        if rest:
            box = st.popover(
                "Settings", icon=":material/tune:", width="content", key="drawer", on_change="rerun"
            )
            session.offer_place("drawer", box)
            with drawer():
                values |= parameters(owner, prefix=owner.id, only=rest)
    return owner(**values)


@contextmanager
def drawer() -> Iterator[None]:
    """Widgets that stand in the drawer; while it is closed, those that are `_idle` are not made."""
    before = _is_closed.set(not st.session_state["drawer"])
    try:
        with session.place("drawer"):
            yield
    finally:
        _is_closed.reset(before)


def _idle(key: str, default: Any) -> bool:
    """Whether nobody sees the widget, nobody has set it, and no link has asked for it."""
    if not _is_closed.get() or address_words.said(key) or session.missed_param(key):
        return False
    is_usual: bool = st.session_state.get(key, default) == default
    return is_usual


def choose(
    label: str, choices: Mapping[str, Any], *, key: str, help: str = "", ids: Sequence[str] = (),
    first: int = 0, as_list: bool = False, results: Sequence[str] = (), formerly: str = "",
    by_the_slider: bool = False, kept: bool = False,
) -> Any:  # fmt: skip
    """One of a few named things, kept in the page's address; returns the thing.

    Parameters
    ----------
    choices : mapping
        Things by title.
    key : str
        Of the widget, and in the address.
    ids : sequence of str
        What the address says of each; by default the thing's own `id`, the thing itself if it is
        a word, else its title.
    first : int
        Which of them is shown unasked.
    as_list : bool
        A list to open, and not a row of buttons.
    results : sequence of str
        A line below each title: the choice is then a row of cards.
    formerly : str
        The key that links had before.
    by_the_slider : bool
        Such a list in the row of the page's slider.
    kept : bool
        The choice stands again when its page is left and come back to.
    """
    if formerly:
        addresses.rename(formerly, key)
    names = ids or [_id_of(title, thing) for title, thing in choices.items()]
    titles = dict(zip(names, choices, strict=True))
    with session.place("choices") if by_the_slider else nullcontext():
        id = _menu(
            label,
            titles,
            key=key,
            default=names[first],
            help=help,
            as_list=as_list or by_the_slider,
            results=results,
            width=BESIDE if by_the_slider else "stretch",
            kept=kept,
        )
    return choices[titles[id]]


def _id_of(title: str, thing: Any) -> str:
    return thing if isinstance(thing, str) else str(getattr(thing, "id", title))


def _menu(
    label: str, titles: Mapping[str, str], *, key: str, default: str, help: str, as_list: bool,
    results: Sequence[str] = (), width: Width = "stretch", kept: bool = False,
) -> str:  # fmt: skip
    """A menu of titles; the id of the chosen one, which the address says too."""
    if _idle(key, titles[default]):
        return default
    _note(key, titles[default])
    missed = addresses.follow_link(key, titles, default=default)
    session.coerce_choice(key, titles.values(), titles[default])
    title: str | None
    lines, settled = list(titles.values()), session.clear_unknown_param
    lasts: Literal["session"] | None = "session" if kept else None
    if results:
        title = st.container(key=f"cards-of-{key}").radio(
            label, lines, captions=results, key=key, help=help or None, horizontal=True,
            on_change=settled, args=(key,), persist_state=lasts,
        )  # fmt: skip
    elif as_list:
        if width == BESIDE:  # no word of a list is cut
            width = max(BESIDE, LETTER * max(map(len, lines)) + FRAME)
        title = st.selectbox(
            label, lines, key=key, help=help or None, width=width, on_change=settled, args=(key,),
            persist_state=lasts,
        )  # fmt: skip
    else:
        title = st.segmented_control(
            label, lines, required=True, key=key, help=help or None, on_change=settled,
            args=(key,), persist_state=lasts,
        )  # fmt: skip
    addresses.chosen(key, title or titles[default], titles, default=default)
    warn_unknown_param(label, missed, title or titles[default])
    return next((id for id, shown in titles.items() if shown == title), default)


def offer_missed() -> None:
    """Keep a place, here, for what links ask for that the widgets to come do not offer."""
    session.offer_place("missed", st.container())


def warn_unknown_param(
    what: str, asked: str, shown: str, *, offered: str = "one of its choices"
) -> None:
    """Say that a link asks for something which is not `offered`, if it does."""
    if asked:
        session.place("missed").warning(
            f"The link asks for “{plain(asked[:60])}” as {plain(what)}, which is not {offered}. "
            f"You see {plain(shown.rstrip('?'))}.",
            icon=":material/link_off:",
        )


def _warn_unfit(parameter: Param, key: str, shown: Any) -> None:
    """The same of a number or a switch, where the address has something else; after the widget."""
    offered = "true or false" if parameter.type is bool else parameter.allowed()
    words = ("off", "on")[shown] if parameter.type is bool else f"{shown:g}"
    warn_unknown_param(parameter.label, session.missed_param(key), words, offered=offered)


_POWER = re.compile(
    r"(?<![^\W\d_])([^\W\d_])\\?\^(?:\\?\(([^()$]*(?:\([^()$]*\)[^()$]*)*?)\\?\)|([\w−]+))"
)


def primary_label(words: str) -> str:
    """A primary button's words: dark on the light blue of the dark theme, where white is faint."""
    if st.context.theme.type != "dark":
        return words
    return f':color[{words}]{{foreground="#0F1419"}}'


def plain(words: str) -> str:
    """Words from outside with Markdown's special characters made harmless."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+-.!|<>~$:&" else c for c in words)


def typeset(markdown: str) -> str:
    """Powers in the face of the formulas: e^ε and e^(−ε|x|), of text that is safe already.

    Examples
    --------
    >>> typeset("with 1/(1 + e^ε), or e^(−ε|x|)")
    'with 1/(1 + $e^{ε}$), or $e^{−ε|x|}$'
    """

    def power(found: re.Match[str]) -> str:
        exponent = (found[2] or found[3]).replace("\\", "")
        return f"${found[1]}^{{{exponent}}}$"

    return _POWER.sub(power, markdown)


def parameters(
    owner: Any, *, prefix: str, only: tuple[str, ...] | None = None,
    usual: Mapping[str, float] | None = None, of: str = "", width: Width = "stretch",
    as_list: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Draw a widget for every parameter of a dataclass and return the values by name.

    Values outside the allowed range (an edited link) fall back to the default. Keys, and so the
    names in the page's address, are ``prefix.name``. Parameters in `usual` have the default that is
    usual `of` something, such as a graph, and a key of their own for it: ``prefix.name.of``. Boxes
    of numbers and lists are `width` wide; choices are lists if `as_list`, or if they are many.
    """
    usual = usual or {}
    values: dict[str, Any] = {}
    for declared in schema(owner):
        if only is not None and declared.name not in only:
            continue
        parameter, key = declared.given(values), f"{prefix}.{declared.name}"
        if declared.formerly:
            addresses.rename(f"{prefix}.{declared.formerly}", key)
        if not declared.is_used(values):
            values[declared.name] = parameter.default
        elif declared.name in usual:
            parameter = replace(parameter, default=usual[declared.name])
            _follow_short_name(parameter, key, f"{key}.{of}")
            values[declared.name] = widget(parameter, f"{key}.{of}", width=width, as_list=as_list)
        else:
            values[declared.name] = widget(parameter, key, width=width, as_list=as_list)
    return values


def _follow_short_name(parameter: Param, short: str, key: str) -> None:
    """Read a link that leaves out for which graph a number is set; before its box is drawn."""
    said = in_address(short)
    if said and parameter.type in (int, float) and fits(parameter, said):
        set_in_address(short, "")
        session.set_widget(key, parameter.type(float(said)))


def widget(parameter: Param, key: str, *, width: Width = "stretch", as_list: bool = False) -> Any:
    """Draw the widget of one parameter, kept in the page's address as `key`; its value."""
    if parameter.choices:
        return _choice(parameter, key, width, as_list)
    if _idle(key, parameter.default):
        return parameter.default
    _note(key, parameter.default)
    session.unknown_param(key, lambda text: fits(parameter, text))
    value = _switch(parameter, key) if parameter.type is bool else _number(parameter, key, width)
    _warn_unfit(parameter, key, value)
    return value


def fits(parameter: Param, text: str) -> bool:
    """Whether the words of an address are a value of a number or a switch."""
    if parameter.type is bool:
        return text.lower() in ("true", "false")
    try:
        value = float(text)
    except ValueError:
        return False
    is_whole = parameter.type is float or value.is_integer()
    low, high = parameter.low, parameter.high
    return is_whole and (low is None or low <= value) and (high is None or value <= high)


def _switch(parameter: Param, key: str) -> bool:
    return st.toggle(
        parameter.label,
        value=parameter.default,
        key=key,
        help=_help(parameter),
        bind="query-params",
        on_change=session.clear_unknown_param,
        args=(key,),
    )


def _number(parameter: Param, key: str, width: Width) -> Any:
    whole = parameter.type is int
    value = st.number_input(
        parameter.label,
        min_value=None if parameter.low is None else parameter.type(parameter.low),
        max_value=None if parameter.high is None else parameter.type(parameter.high),
        value=parameter.default,
        step=1 if whole else _step(parameter),
        format="%d" if whole else "%.3g",
        key=key,
        help=_help(parameter),
        bind="query-params",
        width=width,
        on_change=session.clear_unknown_param,
        args=(key,),
    )
    return parameter.default if value is None else parameter.type(value)


def _help(parameter: Param) -> str:
    """What the glossary says of the parameter's term, if it names one, then its own help."""
    return f"{term(parameter.term)} {parameter.help}" if parameter.term else parameter.help


def _choice(parameter: Param, key: str, width: Width, as_list: bool) -> Any:
    choices = {str(choice): choice for choice in parameter.choices}
    titles = dict(zip(choices, parameter.choice_labels, strict=True))
    id = _menu(
        parameter.label, titles, key=key, default=str(parameter.default), help=_help(parameter),
        as_list=as_list or len(titles) > FEW_CHOICES, width=width,
    )  # fmt: skip
    return choices[id]


def _step(parameter: Param) -> float:
    """A hundredth of the range or a tenth of the default, rounded; 1 is for whole numbers."""
    if parameter.low is None or parameter.high is None:
        return min(float(f"{abs(parameter.default) / 10:.0e}") or 0.1, 0.5)
    return min(float(f"{max((parameter.high - parameter.low) / 100, 1e-4):.0e}"), 0.5)
