/** What the person looks at: pan and zoom, the node under the pointer or the keyboard, marks. */

import { counted, hideTip, showTip } from "./frame.js";
import { nearest } from "./picking.js";
import { edgesAt, styleBytes } from "./sides.js";

/** Methods of the widget. */
export const attention = {
  // View -------------------------------------------------------------------------------------

  /** A drag moves a flat picture and turns a solid one. */
  pan(side, dx, dy) {
    if (this.box) this.turnBy(dx, dy);
    else this.view.pan(dx, dy);
    this.move();
  },

  /** `at` is in pixels from the panel's upper left corner; without it the middle stays. */
  zoom(side, factor, at) {
    const [, , width, height] = this.frames[side];
    const [x, y] = at ?? [width / 2, height / 2];
    this.view.zoomAt(factor, x - width / 2, y - height / 2);
    this.move();
  },

  fit() {
    this.view.reset();
    this.turn.reset();
    if (this.box) this.turnBy(0, 0);
    this.draw();
  },

  setTool(tool) {
    this.tool = tool;
    this.parts.root.dataset.tool = tool;
    this.panTool.setAttribute("aria-pressed", String(tool === "pan"));
    this.lassoTool.setAttribute("aria-pressed", String(tool === "lasso"));
  },

  // Attention --------------------------------------------------------------------------------
  nodeAt(side, [x, y]) {
    if (!this.sides || !this.frames) return -1;
    const { points, sizes } = this.sides[side];
    return nearest(points, this.transformOf(side), x, y, 12, sizes);
  },

  hover(side, at) {
    const node = at ? this.nodeAt(side, at) : -1;
    const { plot } = this.parts.panels[side];
    plot.classList.toggle("picking", node >= 0);
    if (node >= 0) this.tipAt(side, node);
    else hideTip(this.parts.tip);
    if (node === this.hovered) return;
    this.hovered = node;
    this.draw();
  },

  focusNode(node, side, { aloud = false } = {}) {
    if (node === this.focused) return;
    this.focused = node;
    if (node < 0) hideTip(this.parts.tip);
    else {
      this.bringIntoSight(side, node);
      this.tipAt(side, node);
      if (aloud) this.say(this.wordsFor(node).join(", "));
    }
    this.draw();
  },

  bringIntoSight(side, node) {
    const [, , width, height] = this.frames[side];
    const [x, y] = this.spot(side, node);
    const push = (value, most) => (value < 12 ? 40 - value : value > most - 12 ? most - 40 - value : 0);
    this.view.pan(push(x, width), push(y, height));
  },

  spot(side, node) {
    const [sx, sy, ox, oy] = this.transformOf(side);
    const { points } = this.sides[side];
    return [points[2 * node] * sx + ox, points[2 * node + 1] * sy + oy];
  },

  tipAt(side, node) {
    const [left, top] = this.frames[side];
    const [x, y] = this.spot(side, node);
    showTip(this.parts.tip, this.stage, left + x, top + y, this.wordsFor(node));
  },

  /** Name, category, degrees: what there is to say of a node. */
  wordsFor(node) {
    const words = [this.nameOf(node)];
    const category = this.sides[1].categories[node];
    const name = this.shared.category_names[category];
    if (name) words.push(name);
    if (this.header.degrees) {
      const [left, right] = this.sides.map((side) =>
        edgesAt(side, node).filter(([, kind]) => kind !== "lost").length);
      words.push(`${counted(left, "edge")} → ${right.toLocaleString("en-GB")}`);
    }
    if (this.selection.has(node)) words.push("marked");
    return words;
  },

  nameOf(node) {
    return this.shared.names?.[node] ?? `node ${node}`;
  },

  say(text) {
    this.parts.live.textContent = text;
  },

  // Marking ----------------------------------------------------------------------------------
  select(nodes) {
    this.selection = new Set([...nodes].sort((a, b) => a - b));
    this.restyle();
    this.say(this.selection.size ? `${counted(this.selection.size, "node")} marked` : "Nothing marked");
    this.draw();
    this.tell({ selection: [...this.selection] });
  },

  restyle() {
    this.clear.disabled = this.selection.size === 0;
    this.sides.forEach((side, i) => {
      this.versions[i] += 1;
      this.renderer.setStyles(i, styleBytes(side, this.selection));
    });
    this.overlay?.forEach(({ name, side }) =>
      this.renderer.setStyles(name, styleBytes(side, this.selection)));
  },

  toggle(node) {
    const next = new Set(this.selection);
    if (!next.delete(node)) next.add(node);
    this.select(next);
  },

  chooseCategory(category) {
    const { categories } = this.sides[1];
    this.select([...categories.keys()].filter((i) => categories[i] === category));
  },

  showLoop(side, corners) {
    this.loop = corners ? { side, corners } : null;
    this.draw();
  },

  /** Tell the server; it hands the revision back, so that late answers are known as such. */
  tell(change) {
    this.revision += 1;
    this.answer = { ...this.answer, ...change, revision: this.revision };
    this.send("answer", this.answer);
  },
};
