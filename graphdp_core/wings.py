"""The wings: what is beside the mission, each a folder that can be deleted.

No other room imports one, apart from its command and its pages, which then are not offered.
"""

from __future__ import annotations

from importlib.util import find_spec

WINGS = {
    "lab": "graphdp_core.lab",
    "lessons": "graphdp_core.lessons",
    "export": "graphdp_core.takeaway",
    "rare formats": "graphdp_core.intake.readers.rare",
}
"""The folder of each, as a module."""


def is_here(wing: str) -> bool:
    """Whether a wing is installed; always so for "", which is no wing.

    Examples
    --------
    >>> is_here("")
    True
    """
    if not wing:
        return True
    spec = find_spec(WINGS[wing])
    return spec is not None and spec.origin is not None  # a folder of old bytecode has no origin


def wing_of(module: str) -> str:
    """The wing in which a module lies; "" for one of the core.

    Examples
    --------
    >>> wing_of("graphdp_core.lab.audits.audit"), wing_of("graphdp_core.graphs.graph")
    ('lab', '')
    """
    return next(
        (wing for wing, folder in WINGS.items() if f"{module}.".startswith(f"{folder}.")), ""
    )


def absence(what: str, wing: str) -> str:
    """That something belongs to a wing that is not installed, in one sentence.

    Examples
    --------
    >>> absence("it", "lab")
    'it belongs to the wing "lab", which is not installed here: add graphdp_core/lab.'
    """
    folder = WINGS[wing].replace(".", "/")
    return f'{what} belongs to the wing "{wing}", which is not installed here: add {folder}.'
