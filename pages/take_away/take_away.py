"""The one menu by which things leave a page: picture, moving picture, report, numbers, script.

A picture to be taken away: its size, colours and caption; the browser saves, prints, copies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from html import escape
from urllib.parse import urlencode, urlsplit

import streamlit as st

import graphdp_core as gdp
from graphdp_core.captions.numbers import numbers_csv, tables_of
from graphdp_core.captions.words import file_name, without_names
from graphdp_core.experiment.compare import Comparison, compatible
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import kind_named
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.progress import Report
from graphdp_core.stage import usual_drawing
from graphdp_core.stage.stage import Draw
from graphdp_core.takeaway import (
    SIZES,
    Origin,
    Recipe,
    as_python,
    as_shell,
    caption_lines,
    drawn_numbers,
    moving_html,
    notebook,
    report_html,
    still_svg,
    sweep_python,
)
from graphdp_core.takeaway.recipe import AGREEMENT
from pages.engine import progress, scenario_cache
from pages.ground.own_file import size_words
from pages.ground.widget_script import component
from pages.session import address_words, own_state, session
from pages.session.leading import Leading, forget_on_another_page, leading, swept

COLOURS = {"Light": LIGHT, "Dark": DARK}


def picture(c: Comparison, draw: Draw, *, link: str) -> None:
    """The preview with its choices; `link` leads back to the page."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        size = st.selectbox(
            "Size", list(SIZES), format_func=SIZES.__getitem__, key="take-size", width=230
        )
        colours = st.segmented_control(
            "Colours", list(COLOURS), default="Light", required=True, key="take-colours"
        )
        captioned = st.toggle(
            "With a caption", value=True, key="take-caption",
            help="Graph, mechanism, ε, noise draw, promise and link, below the picture.",
        )  # fmt: skip
    drawing = still_svg(
        c, draw(c), theme=COLOURS[colours], size=size,
        caption=caption_lines(c, link=link) if captioned else "",
    )  # fmt: skip
    mount = component("take_picture", "takeaway/picture", css="takeaway/picture")
    name = "-".join([file_name(c), *([] if size == "page" else [size])])
    mount(key="take-picture", data={"svg": drawing, "file": name})
    st.caption(
        "A picture as it stands on the page, with zoom and marks, is saved by the buttons above it."
    )


FRAME = (
    '<iframe src="{}&amp;embed=true" width="100%" height="640" loading="lazy" '
    'title="GraphDP"></iframe>'
)
LARGE = 20_000  # nodes beyond which no picture is made here
MOST_NAMED = 12  # columns
TRUE = (
    "All of it contains the **true graph**, or numbers that read it: **not private**. What may "
    "leave the house is made on the Release page."
)
MOVING = (
    "One HTML file with every stop of the slider and 20 draws. It opens anywhere, without Python "
    "and without a network, by mouse, touch and keyboard, and prints as a still."
)
REPORT = (
    "One HTML file that opens offline and prints. The first page is in plain words, for the "
    "people who decide about the data; then come figure, numbers, promise with proof and doubts, "
    "settings, versions, checksums, and how to repeat it."
)


@dataclass(frozen=True)
class _Taken:
    """What is taken away: a comparison, how it is drawn, how to measure it again."""

    c: Comparison
    lead: Leading
    recipe: Recipe
    names: bool

    @property
    def shown(self) -> Comparison:
        """The comparison as it leaves: with names, or without."""
        return self.c if self.names else without_names(self.c)

    def key(self, part: str) -> str:
        """Names something made of it."""
        return scenario_cache.key(self.c, f"taken {part} {self.names} {self.lead.id}")


def button(address: str) -> None:
    """The button beside every page; the menu is made when it is opened."""
    forget_on_another_page(address)
    if st.button(
        "Take away", key="take-away", type="tertiary", icon=":material/ios_share:",
        help="The picture, the moving picture as one file, a report, the numbers, the lines of "
        "Python. Each says what it promises.",
    ):  # fmt: skip
        _menu()


@st.dialog("Take away", width="large", icon=":material/ios_share:")
def _menu() -> None:
    scenario = session.current()
    lead = leading() or _chosen(scenario)
    if lead is None:
        st.info("No analysis reads what this mechanism releases: choose another mechanism.")
        return
    names = _names(scenario)
    try:
        with progress.shown(f"taken {scenario.key(lead.analysis)}") as report:
            c = scenario_cache.comparison(scenario, lead.analysis, progress=report)
    except Refused as error:
        st.warning(str(error), icon=":material/info:")
        return
    c = replace(c, graph=replace(c.graph, title=scenario.title))  # as the page calls it
    taken = _Taken(c, lead, Recipe.of(c, origin_of(scenario)), names)
    kinds: dict[str, Callable[[_Taken], None]] = {
        "Picture": _picture, "Moving picture": _moving, "Report": _report, "Numbers": _numbers,
        "Script": _script,
    }  # fmt: skip
    kind = st.segmented_control(
        "What", list(kinds), default="Picture", required=True, key="take-kind",
        label_visibility="collapsed",
    )  # fmt: skip
    kinds[kind](taken)
    st.caption(f":material/lock_open: {TRUE}")


def _chosen(scenario: Scenario) -> Leading | None:
    """What the user chooses, on a page that leads with no single picture."""
    fitting = {a.title: a for a in gdp.ANALYSES if compatible(scenario.mechanism, a)}
    if not fitting:
        return None
    title = st.selectbox("Property", list(fitting), key="take-property")
    return Leading(fitting[title](), _usual, "usual")


def _usual(c: Comparison) -> Pair | Chart | None:
    """What leads the page of this kind of result, on the places that all pages share."""
    return usual_drawing(c.baseline.kind, places=scenario_cache.positions)(c)


def _names(scenario: Scenario) -> bool:
    """Whether names go along: of an own graph that has some, the user is asked once."""
    if own_state.are_asked(scenario):
        asked = st.segmented_control(
            "Your graph has names of its own. In all that you take away, tables too:",
            [own_state.HOME, own_state.ALONG], default=own_state.answer(), required=True,
            key="take-names",
        )  # fmt: skip
        own_state.remember(str(asked))
    return own_state.go_along(scenario)


def origin_of(scenario: Scenario) -> Origin:
    """How a script gets the graph again."""
    if scenario.choice is not None:
        return Origin.of_choice(scenario.choice)
    held = own_state.own_file()
    if held is None:  # it has been let go of meanwhile
        return Origin.of_file(scenario.title, b"")
    how = held.accepted
    return Origin.of_file(
        held.brought.mark.name, held.brought.data, how.reading,
        classes="" if how.classes is None else how.classes.mark.name,
        points=("rescaled" if how.rescale else "as they are") if how.points else "",
        numbered=how.numbered,
    )  # fmt: skip


def _is_drawn(taken: _Taken) -> bool:
    if kind_named(taken.c.baseline.kind).picture and taken.c.graph.n > LARGE:
        st.info(f"A drawing of {taken.c.graph.n:,} nodes is a blot: take the numbers instead.")
        return False
    return True


def _picture(taken: _Taken) -> None:
    if not _is_drawn(taken):
        return
    if taken.lead.draw(taken.c) is None:
        st.info(f"Nothing is drawn of {taken.c.analysis.title}: take the numbers instead.")
    else:
        picture(taken.shown, taken.lead.draw, link=_without_server(_link(taken)))
        _frame(_link(taken))


def _frame(link: str) -> None:
    """The lines that put the live stage into a page of one's own."""
    if link and address_words.are_staged():
        with st.expander("Live, in a page of your own", icon=":material/frame_source:"):
            st.code(FRAME.format(escape(link)), language="html", wrap_lines=True)


def _link(taken: _Taken) -> str:
    """Back to this page; none for an own file, whose name stands in the address."""
    if taken.recipe.origin.is_own or not st.context.url:
        return ""
    return f"{st.context.url}?{urlencode(address_words.query())}"


def _without_server(link: str) -> str:
    """A page as it is called in every install: who reads a caption may not reach this server."""
    parts = urlsplit(link)
    return f"GraphDP: {parts.path or '/'}?{parts.query}" if link else ""


def _moving(taken: _Taken) -> None:
    st.markdown(MOVING)

    def make(report: Report) -> str:
        return moving_html(
            taken.c, draw=taken.lead.draw, names=taken.names, recipe=taken.recipe, progress=report
        )

    if _is_drawn(taken):
        _made_when_asked(taken, "moving picture", make, part="moving")


def _report(taken: _Taken) -> None:
    st.markdown(REPORT)
    question = st.text_input(
        "Your question", key="take-question", max_chars=300,
        placeholder="Stands on the first page: may we publish who belongs together?",
    )  # fmt: skip
    today = date.today()

    def make(report: Report) -> str:
        return report_html(
            taken.c, recipe=taken.recipe, question=question or "", draw=taken.lead.draw,
            names=taken.names, date=f"{today.day} {today:%B %Y}", progress=report,
        )  # fmt: skip

    if _is_drawn(taken):
        _made_when_asked(taken, "report", make, part=f"report {question}")


def _made_when_asked(taken: _Taken, what: str, make: Callable[[Report], str], *, part: str) -> None:
    """A button that makes a file, then one that saves it; the last file made is kept."""
    key, name = taken.key(part), f"taken {what}"
    made = session.last_made(name, key)
    if made is None:
        place = st.empty()
        if not place.button(f"Make the {what}", type="primary", key=f"take-{what}"):
            return
        place.empty()
        with progress.shown(key) as report:
            made = session.keep_last(name, key, partial(make, report))
    text = made.encode()
    ending = f"{what.replace(' ', '-')}.html"
    st.download_button(
        f"Save the {what}, {size_words(len(text))}", text, f"{file_name(taken.c)}-{ending}",
        "text/html", type="primary", icon=":material/download:", key=f"save-{what}",
        on_click="ignore",
    )  # fmt: skip


def _numbers(taken: _Taken) -> None:
    shown = taken.shown
    tables = tables_of(shown)
    if shown.graph.n <= LARGE:
        tables["What the picture draws"] = lambda: drawn_numbers(shown, taken.lead.draw(shown))
    title = st.selectbox("Table", list(tables), key="take-table")
    table = tables[title]()
    st.caption(f"{len(table):,} rows: {', '.join(map(str, table.columns[:MOST_NAMED]))}.")
    name = f"{file_name(taken.c)}-{title.lower().replace(' ', '-').replace(chr(39), '')}.csv"
    st.download_button(
        f"Save {len(table):,} rows as CSV", partial(numbers_csv, shown, table, what=title),
        name, "text/csv", type="primary", icon=":material/download:", key="save-numbers",
        on_click="ignore",
        help="Graph, mechanism, ε, draw and promise stand above the table, in lines that begin "
        "with #.",
    )  # fmt: skip


def _script(taken: _Taken) -> None:
    if (sweep := swept()) is not None:
        st.markdown("The curves of this page:")
        lines = sweep_python(
            taken.c.graph, taken.recipe.origin, sweep.mechanisms, sweep.analyses,
            epsilons=sweep.epsilons, repeats=sweep.repeats, seed=taken.c.seed,
        )  # fmt: skip
        st.code(lines, language="python", height=300)
        st.markdown("One comparison at the slider's ε:")
    else:
        st.markdown(f"The same numbers again. {AGREEMENT}")
    st.code(as_python(taken.recipe), language="python")
    st.code(as_shell(taken.recipe).splitlines()[-1], language="bash", wrap_lines=True)
    st.download_button(
        "Save as a notebook", partial(notebook, taken.recipe), file_name(taken.c, "ipynb"),
        "application/x-ipynb+json", icon=":material/download:", key="save-notebook",
        on_click="ignore",
    )  # fmt: skip
