// @ts-check
/** The widget's page elements. All text goes in as text: names come from files of strangers. */

import { symbolPath } from "./shapes.js";

/** @typedef {{size?: number, filled?: boolean, box?: number}} Size */
/** @typedef {Size & Record<string, string | number | boolean>} Drawing Any other is an attribute. */

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
const ICONS = {
  pan: "M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  turn: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  lasso: "M12 5c5 0 9 2 9 5.5S17 16 12 16s-9-2-9-5.5S7 5 12 5M7 15.5c-2 1-2 4 .5 3.5s2 3-.5 3",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  full: "M3 5h18v14H3ZM8 14v2h3M16 10V8h-3",
  clear: "M6 6l12 12M18 6L6 18",
  edges: "M5 19L19 5M5 5l6 6M5 5h.01M19 5h.01M5 19h.01",
  image: "M12 4v11M12 15l-4-4M12 15l4-4M5 19h14",
  pin: "M9 4h6l-1 6 3 3v2H7v-2l3-3ZM12 15v5",
  play: "M8 5l11 7-11 7Z",
  stop: "M7 7h10v10H7Z",
  layers: "M12 4l9 5-9 5-9-5ZM4 13l8 4.5 8-4.5M4 17l8 4.5 8-4.5",
};

/**
 * An element with classes, attributes and children; strings among the children become text.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | null>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, { className = "", ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * An element of an SVG, with text as text.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * @param {string} path
 * @param {Drawing} look
 */
export function drawing(path, { size = 16, filled = false, box = 24, ...attributes } = {}) {
  return element("svg", { viewBox: `0 0 ${box} ${box}`, width: size, height: size, "aria-hidden": "true" },
    element("path", {
      d: path, fill: filled ? "currentColor" : "none", stroke: filled ? "none" : "currentColor",
      "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round", ...attributes,
    }));
}

/**
 * A quiet button with a drawn icon; its name is its tooltip.
 *
 * @param {string} icon
 * @param {string} label
 * @param {() => void} act
 * @param {{text?: string, toggle?: boolean}} options
 */
export function button(icon, label, act, { text = "", toggle = false } = {}) {
  const element = make("button", {
    type: "button", title: label, className: text ? "tool wide" : "tool",
    "aria-label": text ? null : label, "aria-pressed": toggle ? "false" : null,
  }, drawing(ICONS[icon]));
  if (text) element.append(text);
  element.addEventListener("click", act);
  return element;
}

/** @returns {HTMLButtonElement[]} keeps the whole state; none where no app listens, as in a file */
export function pinButtons() {
  const pin = () => document.dispatchEvent(new Event("graphdp-pin"));
  if (!("page" in document.documentElement.dataset)) return [];
  const one = button("pin", "Pin this state as a snapshot (S)", pin, { text: "Pin" });
  one.classList.add("pin");
  return [one];
}

/**
 * @param {HTMLElement} element
 * @param {string} icon
 */
export function setIcon(element, icon) {
  element.querySelector("svg")?.replaceWith(drawing(ICONS[icon]));
}

/**
 * All parts of an empty widget.
 *
 * @returns {import("./types.js").Parts}
 */
export function buildFrame() {
  /** @param {string} name */
  const canvas = (name) => make("canvas", { className: name, "aria-hidden": "true" });
  const parts = {
    under: canvas("under"), scene: canvas("scene"), over: canvas("over"),
    tools: make("div", { className: "tools", role: "toolbar", "aria-label": "Picture tools" }),
    legend: make("div", { className: "legend" }),
    caption: make("p", { className: "caption" }),
    live: make("div", { className: "unseen", role: "status", "aria-live": "polite" }),
    help: make("p", { className: "unseen", id: "help" },
      "Arrow keys walk from node to node, Enter marks a node, Escape clears, " +
      "plus and minus zoom, 0 shows everything, Shift with arrows moves the picture, or turns it if it has depth."),
    tip: make("div", { className: "tip", "aria-hidden": "true" }),
    badge: make("span", { className: "badge", "aria-hidden": "true" }, "moving"),
    message: make("p", { className: "message" }),
  };
  const panels = ["left", "right"].map((side) => {
    const title = make("span", { className: "title" });
    const detail = make("span", { className: "detail" });
    const plot = make("div", {
      className: "plot", tabindex: "0", role: "application", "aria-describedby": "help",
      "aria-roledescription": "node picture",
    });
    const axisX = make("div", { className: "axis x", "aria-hidden": "true" });
    const axisY = make("div", { className: "axis y", "aria-hidden": "true" });
    const head = make("div", { className: "head" }, title, detail);
    const box = make("div", { className: `panel ${side}` }, head, axisY, plot, axisX);
    return { box, head, title, detail, plot, axisX, axisY };
  });
  panels[1].head.append(parts.badge);
  const stage = make("div", { className: "stage" },
    parts.under, parts.scene, parts.over, ...panels.map((panel) => panel.box), parts.tip);
  const root = make("div", { className: "pair", role: "group" },
    make("div", { className: "bar" }, parts.tools),
    parts.message, stage, parts.legend, parts.caption, parts.live, parts.help);
  return { ...parts, panels, stage, root };
}

/**
 * Categories by symbol and colour, then edge kinds by line and count.
 *
 * @param {HTMLElement} element
 * @param {import("./types.js").Legend & {choose: (category: number) => void}} entries
 */
export function fillLegend(element, { categories, kinds, more = 0, choose }) {
  const heads = new Set(categories.map(({ name }) => headOf(name)));
  const head = heads.size === 1 ? [...heads][0] : "";
  element.replaceChildren(
    ...head ? [make("span", { className: "entry more of-all" }, head)] : [],
    ...categories.map(({ name, category, colour, symbol }) => {
      const mark = drawing(symbolPath(symbol, 8, 8, 10), {
        size: 16, box: 16, fill: colour, stroke: "none",
      });
      const entry = make("button", {
        type: "button", className: "entry", title: `Mark all nodes of ${name}`,
      }, mark, name.slice(head.length));
      entry.setAttribute("aria-label", entry.title);
      entry.addEventListener("click", () => choose(category));
      return entry;
    }),
    ...more > 0 ? [make("span", { className: "entry more" }, `and ${more} more`)] : [],
    ...kinds.map(({ word, colour, dash, width }) => {
      const line = drawing("M1 8H27", {
        box: 28, size: 28, stroke: colour, "stroke-width": width,
        "stroke-dasharray": dash ? dash.join(" ") : "none", "stroke-linecap": "butt",
      });
      line.setAttribute("viewBox", "0 0 28 16");
      line.setAttribute("height", "16");
      return make("span", { className: "entry" }, line, word);
    }),
  );
  element.hidden = !categories.length && !kinds.length;
}

/**
 * What stands before the number of a numbered name: the legend says it once, before all of them.
 *
 * @param {string} name
 */
const headOf = (name) => /^\D+ (?=\d+$)/.exec(name)?.[0] ?? "";

/**
 * A bold name and muted lines beside the pointer, kept inside the stage.
 *
 * @param {HTMLElement} tip
 * @param {HTMLElement} stage
 * @param {number} x
 * @param {number} y
 * @param {string[]} lines
 */
export function showTip(tip, stage, x, y, lines) {
  tip.replaceChildren(...lines.map((text, i) => make(i ? "span" : "strong", {}, text)));
  tip.classList.add("shown");
  const wide = tip.offsetWidth, high = tip.offsetHeight;
  const left = x + 14 + wide > stage.clientWidth ? x - 14 - wide : x + 14;
  tip.style.transform = `translate(${Math.max(0, Math.round(left))}px, ` +
    `${Math.round(Math.max(0, Math.min(stage.clientHeight - high, y - high - 8)))}px)`;
}

/** @param {HTMLElement} tip */
export function hideTip(tip) {
  tip.classList.remove("shown");
}

/**
 * Numbers with thousands separators and a word in the right form.
 *
 * @param {number} count
 * @param {string} one
 */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/**
 * What draws on a plain canvas; every browser has it.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function penOf(canvas, settings) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", settings));
}
