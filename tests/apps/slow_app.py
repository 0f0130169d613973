"""The app with a mechanism made slow, which writes down when a draw starts and when it ends."""

import os
import time
from pathlib import Path

import streamlit as st

from graphdp_core.mechanisms.edge_flip import EdgeFlip
from pages.ground.widget_script import widget_routes
from pages.server.stage_routes import stop_routes

STEPS, PAUSE = 40, 0.05
ENDLESS = 7.0  # an epsilon at which a draw waits to be cancelled
log = Path(os.environ["GRAPHDP_TEST_LOG"])
release = EdgeFlip.release


def slow_release(self, graph, *, epsilon, rng, progress=None):
    note("start", epsilon)
    steps = 100 * STEPS if epsilon == ENDLESS else STEPS
    for step in range(steps):
        time.sleep(PAUSE)
        if progress is not None:
            progress(step / steps, "slowly")
    note("end", epsilon)
    return release(self, graph, epsilon=epsilon, rng=rng, progress=progress)


def note(event, epsilon):
    with log.open("a") as file:
        file.write(f"{event} {epsilon:g}\n")


EdgeFlip.release = slow_release
routes = [*widget_routes(), *stop_routes()]
app = st.App(Path(__file__).parents[2] / "pages" / "frame.py", routes=routes)
