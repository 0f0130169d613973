"""A release that a person brings as their own file: its graph with its noise, and what it is."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, replace

import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import GraphFileError, Loaded
from graphdp_core.intake.largest_component import in_largest_component
from graphdp_core.params import Refused
from graphdp_core.trust.read_release import read_release
from pages.engine import scenario_cache
from pages.ground.own_file import Choices, Upload
from pages.session import own_state
from pages.ui.widgets import plain

FREE = "What is computed from it costs no more privacy of the true graph than was paid for it"


@dataclass(frozen=True)
class Origin:
    """By which mechanism and at which epsilon a graph was released.

    Parameters
    ----------
    mechanism : str
        Its title.
    is_corrected : bool
        Whether it has public rates by which numbers are corrected.
    """

    mechanism: str
    epsilon: float
    is_corrected: bool

    @property
    def line(self) -> str:
        """What a page says above everything else.

        Examples
        --------
        >>> Origin("edgeFlip", 2.0, True).line
        'This graph is a release (edgeFlip, ε = 2): numbers are corrected for its noise.'
        """
        by = f"This graph is a release ({self.mechanism}, {epsilon_label(self.epsilon)})"
        if self.is_corrected:
            return f"{by}: numbers are corrected for its noise."
        return f"{by} without rates of flips: numbers are those of the release as it stands."


def is_release(brought: Upload) -> bool:
    """Whether a file is a zip with a certificate in it."""
    if not brought.data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(brought.data)) as archive:
            return "certificate.json" in archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        return False


def read_as_release(brought: Upload, choices: Choices) -> Loaded:
    """The released graph with its noise, after every byte was verified.

    Raises
    ------
    GraphFileError
        If the zip was changed, holds no graph, or is to be read in a way that a release is not.
    """
    name = brought.mark.name
    if choices.classes is not None or choices.points:
        raise GraphFileError(
            f"{name}: a release is read as its certificate says, without a second file and not as "
            "points; bring it alone."
        )
    try:
        given = read_release(brought.data)
    except Refused as refused:
        raise GraphFileError(f"{name}: {refused}") from None
    if not isinstance(given.released, Graph):
        raise GraphFileError(
            f"{name}: this release holds no graph; open it on the page Release, under the task "
            "for people who were given one."
        )
    origin = _origin(brought)
    made = Loaded(replace(given.released, title=name), f"{origin.line} {FREE}.")
    return in_largest_component(made) if choices.reading.largest_component else made


def origin_of(now: Scenario) -> Origin | None:
    """What the page's graph was released by; None for every graph that is no own release."""
    if now.choice is not None:
        return None
    held = own_state.own_file()
    if held is None or not is_release(held.brought):
        return None
    return _origin(held.brought)


def say(now: Scenario) -> None:
    """One line on every page: that the graph is a release, and what becomes of its noise."""
    origin = origin_of(now)
    if origin is None:
        return
    again = (
        "Flipped once more, it has the noise of both flips, and numbers are corrected for both."
        if now.mechanism.noise_per_pair and origin.is_corrected
        else f"{now.mechanism.title} reads it as it stands, and corrects nothing of its noise."
    )
    st.caption(
        f":material/folder_zip: {plain(origin.line)}",
        help="“As released”, “without privacy” and “true” here mean: as this release tells it. "
        f"{FREE}. {plain(again)}",
    )


def _origin(brought: Upload) -> Origin:
    def read() -> Origin:
        given = read_release(brought.data)
        assert given.mechanism is not None
        assert given.epsilon is not None
        noise = getattr(given.released, "noise", None)
        return Origin(given.mechanism.title, float(given.epsilon), noise is not None)

    return scenario_cache.own(f"origin {brought.digest}", read)
