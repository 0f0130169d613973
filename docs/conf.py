"""Settings of the documentation's site; `make docs` builds it, and a broken link ends the build."""

import sys
from pathlib import Path

from docutils.nodes import SkipNode
from latex2mathml.converter import convert

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from graphdp_core.trust.version import __version__  # noqa: E402

project = "GraphDP"
author = copyright = "The GraphDP developers"
release = version = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["jupyter_execute"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_execution_show_tb = True

autodoc_typehints = "none"  # the docstrings name the types
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
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


def setup(app):
    """Formulas as MathML, which browsers draw themselves: no script, no network."""

    def math(display):
        def visit(writer, node):
            writer.body.append(convert(node.astext(), display="block" if display else "inline"))
            raise SkipNode

        return visit, None

    app.add_html_math_renderer("mathml", math(False), math(True))
