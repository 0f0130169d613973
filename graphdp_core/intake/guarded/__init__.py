"""Lets a library read a file: in a process of its own, within bounds of memory and time."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from graphdp_core.intake.files.graph_file import GraphFile

_READER = Path(__file__).with_name("reader.py")
_MEMORY = 3 << 30
_SECONDS = 600
_STEP = 0.02


def read_guarded(file: GraphFile, what: str) -> Any:
    """What a function of `reader.py` makes of the bytes of a file."""
    if what not in file.made:
        file.made[what] = _read_alone(file, what)
    return file.made[what]


def _read_alone(file: GraphFile, what: str) -> Any:
    words = [sys.executable, "-I", str(_READER), what, str(_MEMORY)]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as made:
        given.write(file.data)
        given.seek(0)
        child = subprocess.Popen(words, stdin=given, stdout=made, stderr=subprocess.DEVNULL)
        started = time.monotonic()
        try:
            while child.poll() is None and time.monotonic() < started + _SECONDS:
                file.read_until(0)  # what it raises ends the child
                time.sleep(_STEP)
        finally:
            child.kill()
            child.wait()
        made.seek(0)
        text = made.read()
    if child.returncode:
        raise file.refuse("it asks for more memory or time than a file may have; use a part of it.")
    answer = json.loads(text)
    if "refused" in answer:
        raise file.refuse(answer["refused"])
    return answer["read"]
