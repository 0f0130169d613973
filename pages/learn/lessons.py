"""Lessons: guess first, then see. One screen each, or the list of all."""

import streamlit as st

from graphdp_core.params import Refused
from pages.parts import lesson_player

with st.container(key="lessons-page"):
    try:
        lesson_player.show(st.query_params.get("lesson", ""), st.query_params.get("step", "1"))
    except Refused as refused:
        st.error(str(refused))
        lesson_player.show("", "1")
