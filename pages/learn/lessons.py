"""Lessons: guess first, then see. One screen each, or the list of all."""

import streamlit as st

from graphdp_core.params import Refused
from pages.parts import lesson_player

asked = st.query_params.get("lesson", "")
try:
    lesson_player.show(asked, st.query_params.get("step", "1"))
except Refused as refused:
    st.error(str(refused))
    st.link_button("All lessons", "/lessons")
