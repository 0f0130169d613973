"""As many plain elements as a page sends for a move, redrawn by a slider as the pages are."""

import streamlit as st

STOPS = ("1", "1.5", "2", "3", "4", "5")
FRAME = 6  # messages of a run that are no elements of its own

st.title("Bare")


@st.fragment
def moved() -> None:
    epsilon = st.select_slider("ε", STOPS, key="epsilon")
    for line in range(int(st.query_params.get("messages", 30)) - FRAME):
        st.markdown(f"Line {line} at {epsilon}")


moved()
