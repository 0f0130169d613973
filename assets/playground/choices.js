// @ts-check
/** What is chosen: the graph, what leaves the house, and how it is looked at. */

import { make } from "../pair/frame.js";
import { button } from "./guess.js";
import { pasted, Refusal } from "./pasted.js";
import { communitiesView, degreesView, edgeCountView, edgesView, hubsView, treeView, triangleCountView } from "./views.js";

const OWN = "own";
const PLACEHOLDER = "Ann, Bob\nBob, Cem\nCem, Ann";

/** @typedef {{id: string, title: string, draw: import("./views.js").View, ties: boolean}} View */

/** @type {{id: string, title: string, views: View[]}[]} */
export const RELEASES = [
  {
    id: "flips", title: "Noisy graph", views: [
      { id: "graph", title: "Graph", draw: edgesView, ties: true },
      { id: "communities", title: "Communities", draw: communitiesView, ties: true },
      { id: "tree", title: "Tree", draw: treeView, ties: true },
      { id: "hubs", title: "Hubs", draw: hubsView, ties: true },
    ],
  },
  { id: "degrees", title: "Noisy degrees", views: [{ id: "degrees", title: "Hubs", draw: degreesView, ties: false }] },
  {
    id: "count", title: "One number", views: [
      { id: "edges", title: "Edges", draw: edgeCountView, ties: false },
      { id: "triangles", title: "Triangles", draw: triangleCountView, ties: false },
    ],
  },
];

export class Choices {
  /**
   * @param {import("./subject.js").Given[]} graphs
   * @param {{graph: (given: import("./subject.js").Given) => void, view: () => void, draw: () => void}} hears
   */
  constructor(graphs, hears) {
    this.hears = hears;
    this.view = RELEASES[0].views[0];
    this.graphs = graphs;
    this.menu = make("select", { id: "graph" },
      ...graphs.map(({ id, title }) => make("option", { value: id }, title)), make("option", { value: OWN }, "Your own edges …"));
    this.menu.addEventListener("change", () => this.pick());
    this.releases = group("What leaves the house", RELEASES, (id) => this.look(id));
    this.views = make("div", { className: "views" });
    this.lines = make("textarea", { id: "lines", rows: "5", spellcheck: "false", placeholder: PLACEHOLDER });
    this.refused = make("p", { className: "refused", role: "alert" });
    this.own = make("div", { className: "own" },
      make("label", { for: "lines" }, "One edge a line: two names, with a comma or a blank between. Nothing leaves this page."),
      this.lines, make("div", { className: "row" }, button("main", "Draw it", () => this.paste()), this.refused));
    this.own.hidden = true;
    this.root = make("section", { className: "choices", "aria-label": "What is shown" },
      make("div", { className: "field" }, make("label", { for: "graph" }, "Graph"), this.menu),
      this.releases, this.views, button("quiet", "Draw again", hears.draw), this.own);
    this.fill(RELEASES[0].id);
  }

  pick() {
    this.own.hidden = this.menu.value !== OWN;
    if (!this.own.hidden) {
      this.lines.focus();
      return;
    }
    const given = this.graphs.find(({ id }) => id === this.menu.value);
    if (given) this.hears.graph(given);
  }

  paste() {
    try {
      const given = pasted(this.lines.value);
      this.refused.textContent = "";
      this.offer(given);
      this.hears.graph(given);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused.textContent = error.message;
    }
  }

  /** @param {import("./subject.js").Given} given from pasted lines, in the place of the last */
  offer(given) {
    this.graphs = [...this.graphs.filter(({ id }) => !id.startsWith(OWN)), given];
    for (const option of [...this.menu.options]) if (option.value.startsWith(`${OWN} `)) option.remove();
    this.menu.insertBefore(make("option", { value: given.id }, given.title), this.menu.lastChild);
    this.menu.value = given.id;
    this.own.hidden = true;
    this.menu.focus();
  }

  /** @param {string} release */
  look(release) {
    this.fill(release);
    this.hears.view();
  }

  /** @param {string} release whose views are offered */
  fill(release) {
    const { views } = RELEASES.find(({ id }) => id === release) ?? RELEASES[0];
    this.view = views[0];
    this.views.replaceChildren(group("Look at", views, (id) => {
      this.view = views.find((view) => view.id === id) ?? views[0];
      this.hears.view();
    }));
  }

  /** Back to the noisy graph itself. */
  restart() {
    const first = this.releases.querySelector("input");
    if (first) first.checked = true;
    this.fill(RELEASES[0].id);
  }
}

/**
 * One of a few, side by side.
 *
 * @param {string} legend
 * @param {{id: string, title: string}[]} options
 * @param {(id: string) => void} chosen
 */
function group(legend, options, chosen) {
  const name = legend.toLowerCase().replaceAll(" ", "-");
  return make("fieldset", {}, make("legend", {}, legend), make("div", { className: "options" }, ...options.map(({ id, title }, i) => {
    const input = make("input", { type: "radio", name, value: id });
    input.checked = i === 0;
    input.addEventListener("change", () => chosen(id));
    return make("label", {}, input, make("span", {}, title));
  })));
}
