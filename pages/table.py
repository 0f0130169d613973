"""The only list of pages: where each lies, how it is called, what it can show.

The menu shows them in the order of the table, in three groups: what is seen, what is chosen and
released, what is understood. assets/page.css says their names before the first page of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphdp_core.graphs.graph import Graph
from graphdp_core.results import Result
from graphdp_core.wings import is_here


@dataclass(frozen=True)
class Entry:
    """One page.

    Parameters
    ----------
    module : str
        In these pages; its folder is named as the page's address, and its `show` draws the page.
    title, help : str
        Its name in the menu, and what it answers.
    question : str
        What a class is asked while the private side is hidden; "" for a page without one.
    reads : {"graphs", "pictures", "all"}
        What it shows: released graphs, whatever else has a picture of its nodes, or numbers too.
        The sidebar offers the mechanisms that release it.
    staged : bool
        Whether what moves with epsilon is on a stage, which also writes the page's address.
    marks : bool
        Whether nodes can be marked on its stage.
    draws : bool
        Whether it has a picture.
    has_noise : bool
        Whether it shows a release of its own making, whose noise can be drawn again.
    asks_mechanism : bool
        Whether the mechanism is chosen in the sidebar, and not on the page itself.
    wing : str
        To which it belongs; without it the page is not in the menu. "" for a page that stays.
    in_menu : bool
        Whether the menu has it. The page Data is reached from the graph's menu.
    """

    module: str
    title: str
    help: str
    question: str = ""
    reads: Literal["graphs", "pictures", "all"] = "graphs"
    staged: bool = False
    marks: bool = False
    draws: bool = True
    has_noise: bool = True
    asks_mechanism: bool = True
    wing: str = ""
    in_menu: bool = True

    @property
    def address(self) -> str:
        """What stands after the server's address."""
        return self.module.partition(".")[0].replace("_", "-")

    def shows(self, released: type[Graph] | type[Result]) -> bool:
        """Whether mechanisms that release this are offered beside it."""
        if issubclass(released, Graph) or self.reads == "all":
            return True
        return self.reads == "pictures" and not released.is_number


ALL = (
    Entry("board.board", "Board",
          "What survives: every property of the graph under one slider.",
          "Which of these survive?",
          reads="pictures", staged=True),
    Entry("explore.screen", "Explore",
          "One graph under one slider, in ten views: every node stays the same dot.",
          "What survives in which view?",
          reads="all",
          staged=True, marks=True),
    Entry("compare.two_releases", "Compare",
          "Two releases, A and B, beside the truth: which keeps more, at which price.",
          "Which of the two keeps more?",
          reads="all",
          staged=True, marks=True),
    Entry("which_epsilon.which_epsilon", "Which epsilon?",
          "A metric against epsilon over repeats, with bands: which epsilon is enough.",
          "Which ε is enough?",
          reads="all"),
    Entry("release.publication", "Release",
          "One private release that may leave the house, with a certificate and a ledger.",
          reads="all",
          draws=False, has_noise=False),
    Entry("lessons.lesson_player", "Lessons",
          "Short lessons: guess first, then see what privacy does to a graph.",
          draws=False, has_noise=False, wing="lessons"),
    Entry("mechanisms.mechanism_sheet", "Mechanisms",
          "By what leaves the house: what a mechanism is, what it promises, and why.",
          reads="all",
          draws=False, has_noise=False, asks_mechanism=False),
    Entry("break_it.refute", "Break it",
          "Try to refute a promise: audit it, attack it, or see claims that did not hold.",
          reads="all",
          wing="lab"),
    Entry("papers.paper_shelf", "Papers",
          "What became of every claim and table of the five papers.",
          draws=False, has_noise=False, wing="lab"),
    Entry("data.data_views", "Data",
          "What is loaded, what was cleaned, which other graphs there are, and how to save.",
          has_noise=False, in_menu=False),
)  # fmt: skip
"""With those of wings that are not here."""

TABLE = tuple(entry for entry in ALL if is_here(entry.wing))
"""In the order of the menu; the first is the server's own address."""


QUESTIONS_OF_VIEWS = {
    "graph": "Will most ties stay?",
    "clusters": "Will the communities be found again?",
    "embedding": "Will neighbours stay neighbours?",
    "persistence": "Will the loops stay?",
    "tree": "Will half of the backbone's lines stay?",
    "centrality": "Will the leaders stay leaders?",
    "spectrum": "Will the patterns stay?",
    "counts": "Will the counts be right to a tenth?",
}
"""What a class is asked of a view of Explore."""


def questions() -> dict[str, str]:
    """What a class is asked, by page, and by view where the page has several."""
    of_pages = {entry.address: entry.question for entry in TABLE}
    return of_pages | {f"explore?see={view}": asked for view, asked in QUESTIONS_OF_VIEWS.items()}


def is_offered(link: str) -> bool:
    """Whether the page of a link, such as "data?graph=karate", is in the menu.

    Examples
    --------
    >>> is_offered("data?graph=karate"), is_offered(""), is_offered("nowhere")
    (True, True, False)
    """
    return link.partition("?")[0] in {"", *(entry.address for entry in TABLE)}
