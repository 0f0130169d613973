"""A comparison as a page of its own that needs no network: figure, finding, guarantee, numbers."""

from __future__ import annotations

from html import escape

from graphdp_core.plots.compared import Compared
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.panels import Figure
from graphdp_core.plots.theme import CONFIG

__all__ = ["web_page"]

STYLE = (
    "body{font:15px/1.5 'Source Sans',Helvetica,Arial,sans-serif;max-width:72rem;margin:2rem auto;"
    "padding:0 1rem;color:#0a0f14;background:#fff}table{border-collapse:collapse}"
    "td,th{padding:.2rem 1rem .2rem 0;text-align:left;border-bottom:1px solid #e4e8ec}"
    "small{color:#56616c}"
)


def web_page(c: Compared, figure: Figure) -> str:
    """HTML of a page with the figure of a comparison and all that must stand beside it."""
    from plotly.io import to_html

    title = f"{c.analysis.title}: {c.graph.title or 'a graph'}, {c.mechanism.title}"
    rows = "".join(
        f"<tr><th>{escape(m.label)}</th><td>{escape(format_number(value, percent=m.percent))}</td>"
        f"<td><small>{escape(m.help)}</small></td></tr>"
        for m in c.analysis.metrics
        if (value := c.metrics.get(m.id)) is not None
    )
    config = {key: value for key, value in CONFIG.items() if key != "showEditInChartStudio"}
    drawn = to_html(figure, config=config, full_html=False, validate=False)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f"<p><small>{epsilon_label(c.epsilon)}</small></p>{drawn}"
        f"<p><strong>{escape(c.finding)}</strong></p><p>{escape(c.guarantee.statement())}</p>"
        f"<table>{rows}</table><p><small>The left side, places, colours and every number that "
        f"compares the two sides read the true graph: they are not private.</small></p>"
        f"</body></html>\n"
    )
