"""Modules are imported by one thread at a time: several first visitors at once would lock up."""

from __future__ import annotations

import importlib
import threading
from types import ModuleType

_lock = threading.Lock()


def load(name: str) -> ModuleType:
    """Import a module while nobody else imports one here."""
    with _lock:
        return importlib.import_module(name)
