"""Which packages of the extras a command needs, asked for before it starts to work."""

from __future__ import annotations

from importlib.util import find_spec

EXTRAS = {"plotly": "figures", "pyarrow": "tables", "streamlit": "app"}


def need(package: str) -> None:
    """Nothing, if a package of an extra is installed.

    Raises
    ------
    ModuleNotFoundError
        If it is not; the command line says which extra brings it.
    """
    if find_spec(package) is None:
        raise ModuleNotFoundError(f"{package} is not installed", name=package)
