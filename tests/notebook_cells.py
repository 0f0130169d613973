"""Runs the cells of a notebook that was taken away."""

import contextlib
import io
import json

__all__ = ["executed"]


def executed(text):
    """What the cells print, but those that draw or measure at other epsilons."""
    names, said = {}, io.StringIO()
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and "gdp.sweep" not in source and source != "comparison":
            with contextlib.redirect_stdout(said):
                exec(compile(source, "cell", "exec"), names)
    return said.getvalue()
