"""A walk at random over Explore: what is on the screen belongs to what the menus say."""

import random
from dataclasses import replace
from functools import cache
from urllib.parse import parse_qs, urlsplit

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.stage import Stage
from pages.explore.views import VIEWS

pytestmark = pytest.mark.browser

STAGE = ".stage-page .on-stage"
GRAPHS = {
    "karate": "Karate club (34 nodes)",
    "florentine_families": "Florentine families (15 nodes)",
}
MECHANISMS = ("edgeFlip", "LaplaceFlip", "Top-m filter")
LEAVES = ("Graphs", "Communities")
KEYS = ("ArrowLeft", "ArrowRight", "PageUp", "PageDown")
LOOKS = 5  # alike, over half a second: the stage tells the page of a rest after .4 s
LOOK = """() => {
    const stage = document.querySelector(".stage-page .on-stage") ?? [...function* walk(root) {
        for (const element of root.querySelectorAll("*")) if (element.shadowRoot) {
            const found = element.shadowRoot.querySelector(".stage-page .on-stage");
            if (found) yield found;
        }
    }(document)][0];
    if (!stage) return null;
    const text = (name) => stage.querySelector(name)?.textContent ?? "";
    const input = (name) => [...document.querySelectorAll("[role=combobox]")].find(
        (box) => box.getAttribute("aria-label") === name)?.value;
    return {
        waits: stage.hasAttribute("data-waiting") || stage.hasAttribute("data-blank"),
        of: stage.dataset.of ?? "", shown: stage.dataset.shown ?? "",
        says: text(".slider output"),
        view: stage.closest(".stage-page").querySelector("[aria-selected=true]").dataset.view,
        answer: text("h1"), detail: text(".detail"), statement: text(".statement"),
        figures: [...stage.querySelectorAll(".figures div")].map(
            (row) => [row.querySelector("dt").textContent, row.querySelector("dd").textContent]),
        graph: input("Graph"), mechanism: input("Mechanism"), address: location.href,
        idle: Boolean(document.querySelector("[data-test-script-state=notRunning]")),
    };
}"""


CLICK_SEEN = "button => button.checkVisibility() && (button.click(), true)"
"""In one task: nothing can take it away between the look and the click."""


@cache
def scenario(graph, mechanism, seed):
    return Scenario(gdp.load_graph(graph), graph, gdp.mechanism(mechanism), 3.0, seed)


@cache
def stage(graph, mechanism, seed, view):
    now = scenario(graph, mechanism, seed)
    choice = next(one for one in VIEWS if one.id == view).usual(now)
    made = Stage(now.graph, now.mechanism, choice.analysis, seed, draw=choice.draw, view=choice.id)
    return replace(made, epsilons=(0.0, *made.epsilons))


@cache
def words(graph, mechanism, seed, view, epsilon):
    return stage(graph, mechanism, seed, view).stop(epsilon).words


class Walk:
    """A person at the page, and what must hold after each of the person's acts."""

    def __init__(self, tab, seed):
        self.tab = tab
        self.page = tab.page
        self.random = random.Random(seed)
        self.acts = ["opened"]
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.start()

    def start(self):
        self.page.goto(f"{self.tab.address}/explore?graph=karate&mechanism=edge_flip")
        self.check()

    def act(self):
        act = self.random.choices(
            [self.view, self.slider, self.graph, self.mechanism, self.leaves, self.mark, self.draw,
             self.back, self.reload],
            [6, 8, 2, 2, 1, 2, 1, 1, 1],
        )[0]  # fmt: skip
        self.acts.append(act())
        if self.random.random() < 0.7:  # else the next act comes before anything has rested
            self.check()

    def view(self):
        key = str(self.random.randint(1, len(VIEWS)) % 10)
        self.page.locator(f"{STAGE} .stop").press(key)
        return f"view {key}"

    def slider(self):
        keys = self.random.choices(KEYS, k=self.random.randint(1, 6))
        for key in keys:
            self.page.locator(f"{STAGE} .stop").press(key)
        return f"slider {keys}"

    def choose(self, menu, words):
        box = self.page.get_by_role("combobox", name=menu).first
        box.click()
        box.fill(words.partition(" (")[0])
        box.press("Enter")
        return f"{menu} {words}"

    def graph(self):
        return self.choose("Graph", self.random.choice(list(GRAPHS.values())))

    def mechanism(self):
        menu = self.page.get_by_role("combobox", name="Mechanism").first
        words = self.random.choice(MECHANISMS)
        menu.click()
        while not self.page.get_by_role("option").count():  # a page that comes may close it
            self.page.wait_for_timeout(200)
            menu.press("ArrowDown")
        option = self.page.get_by_role("option").filter(has_text=f"({words})")
        if option.count():
            option.click()
        else:
            menu.press("Escape")  # other things leave the house
        return f"mechanism {words}"

    def leaves(self):
        return self.choose("What should leave the house?", self.random.choice(LEAVES))

    def mark(self):
        example = self.page.locator(f"{STAGE} .tie .example")
        return "marked" if example.evaluate(CLICK_SEEN) else "nothing to mark"

    def draw(self):
        self.page.get_by_role("button", name="Draw again").first.click()
        return "another draw"

    def back(self):
        self.page.go_back()
        if urlsplit(self.page.url).path != "/explore":
            self.start()
        return "back"

    def reload(self):
        self.page.reload()
        return "reloaded"

    def check(self):
        """Wait for rest; then all that is on the screen must be of one graph, mechanism, stop."""
        seen, still = None, 0
        for _ in range(900):
            self.page.wait_for_timeout(100)
            before, seen = seen, self.page.evaluate(LOOK)
            is_still = seen and seen == before and seen["idle"] and not seen["waits"]
            still = still + 1 if is_still else 0
            if still == LOOKS:
                break
        assert seen
        assert not seen["waits"], self.told(seen)
        asked = {key: said[0] for key, said in parse_qs(urlsplit(seen["address"]).query).items()}
        graph = asked.get("graph", "karate")
        mechanism, seed = asked.get("mechanism", "edge_flip"), int(asked.get("draw", 0))
        assert seen["graph"] == GRAPHS[graph], self.told(seen)
        assert gdp.mechanism(mechanism).title in seen["mechanism"], self.told(seen)
        assert asked["see"] == seen["view"], self.told(seen)
        epsilon = float(asked["epsilon"])
        assert seen["says"] == f"ε = {epsilon:g}", self.told(seen)
        assert seen["shown"] == f"{epsilon:g}", self.told(seen)
        expected = words(graph, mechanism, seed, seen["view"], epsilon)
        for name in ("answer", "detail", "statement"):
            assert seen[name] == expected[name], self.told(seen)
        assert seen["figures"] == list(map(list, expected["figures"])), self.told(seen)
        if seen["of"]:
            key = stage(graph, mechanism, seed, seen["view"]).key
            assert seen["of"] == f"{key} {epsilon:g}", self.told(seen)

    def told(self, seen):
        """The way here, for whoever has to walk it again."""
        return f"after {self.acts[-12:]}: {seen}"


@pytest.mark.parametrize(
    ("acts", "seed"),
    [(6, 1), *(pytest.param(300, seed, marks=pytest.mark.long) for seed in (1, 2, 3))],
)
def test_what_is_shown_is_what_the_menus_say(tab, acts, seed):
    walk = Walk(tab, seed)
    for _ in range(acts):
        walk.act()
    walk.check()
