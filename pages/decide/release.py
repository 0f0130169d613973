"""Release: one private release that may leave the house, and a check of one that has."""

import streamlit as st

from pages.parts import publication
from pages.shared import page, session

page.heading(
    "Publish one release",
    "What the other pages show can be drawn again by who knows its seed: none of it may be shared. "
    "This page draws once, with the randomness of the operating system and integers alone, and "
    "packs the result with a certificate. The true graph stays where it is.",
)
publication.make(session.current())
st.header("Check a release", anchor=False)
publication.check()
