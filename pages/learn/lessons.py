"""Lessons: guess first, then see. One screen each, or the list of all; also for a class."""

import streamlit as st

from graphdp_core.params import Refused
from pages.parts import lesson_player

asked = st.query_params
lecture = asked.get("lecture", "")
mode: lesson_player.Mode = "notes" if "notes" in asked else "lecture" if lecture else ""
with st.container(key="lessons-page"), st.container(key=mode or "lesson-alone"):
    try:
        lesson = lecture or asked.get("lesson", "")
        lesson_player.show(lesson, asked.get("step", "1"), mode)
        lesson_player.offer_file(lesson, mode)
    except Refused as refused:
        st.error(str(refused))
        lesson_player.show("", "1")
