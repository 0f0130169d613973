"""Settings of the documentation's site; `make docs` builds it, and a broken link ends the build."""

import sys
from importlib.util import find_spec
from pathlib import Path

from docutils.nodes import SkipNode
from latex2mathml.converter import convert

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from graphdp_core.version import __version__  # noqa: E402

project = "GraphDP"
author = copyright = "The GraphDP developers"
release = version = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["jupyter_execute"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_execution_show_tb = True

autodoc_typehints = "none"  # the docstrings name the types
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
default_role = "literal"
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "GraphDP"
html_logo = "../assets/icon.png"
html_favicon = "../assets/icon.png"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_extra_path = ["../build/moving"]
html_show_sphinx = False
html_copy_source = False
html_math_renderer = "mathml"


# What a screen reader misses in the theme's pages
REPAIRED = {
    'role="heading">': 'role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper ': '<div tabindex="0" class="table-wrapper ',
    'display="block">': 'display="block" tabindex="0">',
    "<th></th>": "<td></td>",
}


def setup(app):
    """Formulas as MathML, which browsers draw themselves: no script, no network."""
    app.add_html_math_renderer("mathml", _math("inline"), _math("block"))
    app.connect("source-read", _not_run)
    app.connect("build-finished", _repaired)


def _not_run(app, page, source):
    """Without OpenDP its tutorial is not run, and says so."""
    if page == "tutorials/opendp" and find_spec("opendp") is None:
        ran = "Every line below was run when this page was built."
        left = "OpenDP was not installed where this page was built: its lines have no answers here."
        source[0] = source[0].replace(ran, left).replace("```{code-cell}", "```python")


def _math(display):
    def visit(writer, node):
        writer.body.append(convert(node.astext(), display=display))
        raise SkipNode

    return visit, None


def _repaired(app, failed):
    for name in () if failed else app.env.found_docs:
        page = Path(app.outdir, f"{name}.html")
        text = page.read_text(encoding="utf-8")
        for one, other in REPAIRED.items():
            text = text.replace(one, other)
        page.write_text(text, encoding="utf-8")
