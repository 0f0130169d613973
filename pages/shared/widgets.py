"""Widgets made from declared knobs: the schema decides label, range, choices and help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import streamlit as st

from graphdp_core.params import Param, schema

__all__ = ["choose", "knobs", "plain", "say_missed", "settings"]

FEW_CHOICES = 4
BESIDE = 240  # pixels of a number's box in a row of widgets
Width = int | Literal["stretch"]


def settings(owner: Any, *, beside: tuple[str, ...] = ()) -> Any:
    """An instance of an analysis, its knobs behind a button, some of them `beside` it."""
    rest = tuple(knob.name for knob in schema(owner) if knob.name not in beside)
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{owner.id}-settings"):
        values = knobs(owner, prefix=owner.id, only=beside, width=BESIDE)
        if rest:
            with st.popover("Settings", icon=":material/tune:", width="content"):
                values |= knobs(owner, prefix=owner.id, only=rest)
    return owner(**values)


def choose(label: str, choices: Mapping[str, Any], *, key: str, help: str = "") -> Any:
    """One of a few named things, kept in the page's address; returns the thing."""
    names = list(choices)
    chosen = st.segmented_control(
        label, names, default=names[0], required=True, key=key, help=help or None,
        bind="query-params",
    )  # fmt: skip
    return choices.get(chosen, choices[names[0]])


def say_missed(what: str, asked: str, shown: str) -> None:
    """Say that a link asks for something which is not on offer, if it does."""
    if asked:
        st.warning(
            f"The link asks for the {what} “{plain(asked[:60])}”, which is not in the list. "
            f"You see {plain(shown)}.",
            icon=":material/link_off:",
        )


def plain(words: str) -> str:
    """Words from outside with Markdown's special characters made harmless."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+-.!|<>~$:&" else c for c in words)


def knobs(
    owner: Any,
    *,
    prefix: str,
    only: tuple[str, ...] | None = None,
    usual: Mapping[str, float] | None = None,
    of: str = "",
    width: Width = "stretch",
) -> dict[str, Any]:
    """Draw a widget for every knob of a dataclass and return the values by name.

    Values outside the allowed range (an edited link) fall back to the default. Keys, and so the
    names in the page's address, are ``prefix.name``. Knobs in `usual` have the default that is
    usual `of` something, such as a graph, and a key of their own for it: ``prefix.name.of``. Boxes
    of numbers are `width` wide.
    """
    usual = usual or {}
    return {
        knob.name: _widget(
            replace(knob, default=usual[knob.name]), f"{prefix}.{knob.name}.{of}", width
        )
        if knob.name in usual
        else _widget(knob, f"{prefix}.{knob.name}", width)
        for knob in schema(owner)
        if only is None or knob.name in only
    }


def _widget(knob: Param, key: str, width: Width) -> Any:
    if knob.choices:
        return _choice(knob, key)
    if knob.type is bool:
        return st.toggle(
            knob.label, value=knob.default, key=key, help=knob.help, bind="query-params"
        )
    whole = knob.type is int
    value = st.number_input(
        knob.label,
        min_value=None if knob.low is None else knob.type(knob.low),
        max_value=None if knob.high is None else knob.type(knob.high),
        value=knob.default,
        step=1 if whole else _step(knob),
        format="%d" if whole else "%.3g",
        key=key,
        help=knob.help,
        bind="query-params",
        width=width,
    )
    return knob.default if value is None else knob.type(value)


def _choice(knob: Param, key: str) -> Any:
    labels = dict(zip(knob.choice_labels, knob.choices, strict=True))
    default = knob.choice_labels[knob.choices.index(knob.default)]
    if len(labels) <= FEW_CHOICES:
        chosen = st.segmented_control(
            knob.label, list(labels), default=default, required=True, key=key, help=knob.help,
            bind="query-params",
        )  # fmt: skip
    else:
        chosen = st.selectbox(
            knob.label, list(labels), index=list(labels).index(default), key=key,
            help=knob.help, bind="query-params",
        )  # fmt: skip
    return labels.get(chosen, knob.default)


def _step(knob: Param) -> float:
    """A step of about a hundredth of the range, or a tenth of the default, in round numbers."""
    if knob.low is None or knob.high is None:
        return float(f"{abs(knob.default) / 10:.0e}") or 0.1
    return float(f"{max((knob.high - knob.low) / 100, 1e-4):.0e}")
