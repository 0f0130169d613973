"""A page of Streamlit with a title and nothing else: the least that a first picture takes."""

import streamlit as st

st.title("Bare")
