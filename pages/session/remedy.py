"""A refusal that knows its remedy comes with a button that takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from graphdp_core.params import Param, Refused, schema
from pages.session import session


def button(refused: Refused | None, owner: Any) -> None:
    """Offer to set what the refusal names, in place of what is set now.

    Parameters
    ----------
    owner : mechanism or analysis
        Who refuses; its widgets are named by its `id`.
    """
    by_name = {parameter.name: parameter for parameter in schema(type(owner))}
    if refused is None or not refused.remedy or not refused.remedy.keys() <= by_name.keys():
        return
    shown = {name: _shown(by_name[name], value) for name, value in refused.remedy.items()}
    words = ", ".join(f"{by_name[name].label}: {value}" for name, value in shown.items())
    st.button(
        words, key=f"remedy-{owner.id}", icon=":material/build:", on_click=_use,
        args=({f"{owner.id}.{name}": value for name, value in shown.items()},),
        help="Set what stands in the way.",
    )  # fmt: skip


def defaults_button(kind: Any) -> None:
    """Offer to set all parameters of a mechanism as they were at first."""
    by_name = {parameter.name: parameter for parameter in schema(kind)}
    parts = {str(key): str(key).split(".") for key in st.session_state}
    values = {
        key: _shown(by_name[name[1]], by_name[name[1]].default)
        for key, name in parts.items()
        if name[0] == kind.id and len(name) > 1 and name[1] in by_name
    }
    st.button(
        "Use the default settings", key="remedy-defaults", icon=":material/build:",
        on_click=_use, args=(values,),
    )  # fmt: skip


def _shown(parameter: Param, value: Any) -> Any:
    """What its widget holds for a value: a choice is held by its title."""
    if not parameter.choices:
        return value
    return dict(zip(parameter.choices, parameter.choice_labels, strict=True))[value]


def _use(values: Mapping[str, Any]) -> None:
    """Let widgets show these values, by key (a callback)."""
    for key, value in values.items():
        session.clear_unknown_param(key)
        st.session_state[key] = value
    st.rerun()  # they are not part of the page that the button belongs to
