"""What sweep and answer share: who measures, where cells are kept, and tables as files."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdp_core.cli.extras import need
from graphdp_core.cli.out_files import arriving, force_option, free
from graphdp_core.cli.values import whole
from graphdp_core.experiment.cells import default_store_path
from graphdp_core.experiment.cluster import may_send, usual_scheduler

if TYPE_CHECKING:
    import pandas as pd


def measuring_options(command: argparse.ArgumentParser) -> None:
    """Workers, cluster, store, and files that the table is written to."""
    command.add_argument("--workers", type=whole, default=1, help="processes that measure")
    command.add_argument(
        "--scheduler", metavar="ADDRESS",
        help="of a Dask cluster that measures (default: GRAPHDP_SCHEDULER, if it is set)",
    )  # fmt: skip
    command.add_argument(
        "--send-graph", action="store_true", help="let a file of yours leave this machine"
    )
    command.add_argument(
        "--store", metavar="FILE",
        help="where cells are kept, or :memory: (default: GRAPHDP_STORE or the cache folder; "
        "memory for a file of yours)",
    )  # fmt: skip
    command.add_argument("--csv", metavar="FILE", help="write the table there")
    command.add_argument("--parquet", metavar="FILE", help="write it there (needs pyarrow)")
    force_option(command)


def measuring_by(options: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments of :func:`gdp.sweep` and :func:`gdp.answer` that the options say.

    Raises
    ------
    Refused
        If a person's own file would be sent to a cluster unasked.
    """
    named = options.scheduler or usual_scheduler()
    is_own = bool(options.file)
    usual = ":memory:" if is_own else default_store_path()
    return {
        "workers": options.workers,
        "scheduler": may_send(named, own_file=is_own, confirmed=options.send_graph),
        "store": options.store or usual,
    }


def check_files(options: argparse.Namespace) -> None:
    """Refuse a file that could not be written before anything is measured."""
    if options.parquet:
        need("pyarrow")
    for name in filter(None, (options.csv, options.parquet)):
        free(name, force=options.force)


def write_files(table: pd.DataFrame, options: argparse.Namespace) -> None:
    """The table as it was asked for."""
    for name, write in ((options.csv, table.to_csv), (options.parquet, table.to_parquet)):
        if name:
            with arriving(Path(name), force=options.force) as beside:
                write(beside, index=False)


@contextmanager
def quiet() -> Iterator[None]:
    """Without warnings: the command says the same in its answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield
