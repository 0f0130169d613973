"""As many elements as a page sends for a move, of the same kinds, by plain calls of Streamlit.

`?drawn=markdown:210,plotly_chart:3000` names them with their bytes. What they show never changes,
and nothing is computed: a slider redraws them as the pages' slider does.
"""

import streamlit as st

STOPS = ("1", "1.5", "2", "3", "4", "5")
WIDGETS = ("button", "selectbox", "button_group", "slider")
IN_CACHE = 20_000  # bytes of what the browser has from before, and gets by name
FRAME = 200  # bytes of a message beside what it shows


@st.cache_data
def lines(size: int) -> dict:
    """A figure of about so many bytes."""
    return {"data": [{"type": "scatter", "y": list(range(size // 5))}], "layout": {}}


@st.cache_resource
def component():
    return st.components.v2.component("bare", js="export default function () {}")


def draw(kind: str, size: int, number: int) -> None:
    name, words = f"{kind}{number}", "x" * max(size - FRAME, 1)
    if kind == "add_block":
        st.container(key=name)
    elif kind == "heading":
        st.title(words)
    elif kind == "empty":
        st.empty()
    elif kind == "plotly_chart":
        st.plotly_chart(lines(size), key=name, theme=None)
    elif kind in ("ref_hash", "bidi_component"):
        component()(key=name, data=b"x" * (IN_CACHE if kind == "ref_hash" else size))
    elif kind == "dataframe":
        st.dataframe({"numbers": list(range(size // 20))}, key=name)
    elif kind == "button":
        st.button("x", key=name, help=words)
    elif kind in WIDGETS:
        st.selectbox("x", ("a", "b", "c"), key=name, help=words)
    else:
        st.markdown(words)


st.title("Bare")


@st.fragment
def moved() -> None:
    st.select_slider("ε", STOPS, key="epsilon")
    for number, word in enumerate(filter(None, st.query_params.get("drawn", "").split(","))):
        kind, size = word.split(":")
        draw(kind, int(size), number)


moved()
