"""graphdp run: the app on this machine, from a checkout or from an installed package."""

from __future__ import annotations

import argparse
import os
import runpy
import sys
from pathlib import Path

from graphdp_core import serving
from graphdp_core.cli.choices import whole
from graphdp_core.cli.output import need
from graphdp_core.params import Refused


def options_run(command: argparse.ArgumentParser) -> None:
    """Where the app listens."""
    command.add_argument("--port", type=whole, default=8501, help="default: 8501")
    command.add_argument(
        "--address", default="localhost", help="0.0.0.0 lets other machines in (default: localhost)"
    )
    command.add_argument(
        "--demo", action="store_true",
        help="for a public server: bundled graphs alone, no uploads, nothing kept on disk",
    )  # fmt: skip


def run_run(options: argparse.Namespace) -> None:
    """Serve until the process is stopped."""
    if not 1 <= options.port <= 65535:
        raise Refused(f"port must be an integer from 1 to 65535, got {options.port}.")
    if options.demo:
        os.environ[serving.DEMO] = "1"
    serving.check()
    need("streamlit")
    # One BLAS thread is faster for these sizes, and steady when many people are served.
    for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(threads, "1")
    from graphdp_core.experiment.workers import usual_workers
    from graphdp_core.kernels import are_compiled  # loads numpy, which reads what was just set

    usual_workers()  # refuses a bad setting before anything is served

    if not are_compiled():
        print(
            "Compiling the inner loops: once, the first picture takes up to a minute.", flush=True
        )
    sys.argv = ["streamlit", "run", str(app_file())]
    sys.argv += [f"--server.port={options.port}", f"--server.address={options.address}"]
    # In this process, by name: the core imports no Streamlit, and no second process is left over.
    runpy.run_module("streamlit", run_name="__main__", alter_sys=False)


def app_file() -> Path:
    """The app's server object: in the wheel's folder of the app, or at the top of a checkout."""
    top = Path(__file__).parents[2]
    for folder in (top / "graphdp_app", top):
        if (folder / "pages" / "frame.py").is_file():
            return folder / "app.py"
    raise FileNotFoundError("the app is not beside the package: install graphdp anew.")
