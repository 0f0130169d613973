/** What stands around the pictures: legend, tools, saving. */

import { pngOf, save, svgOf } from "./export.js";
import { button, make, setIcon } from "./frame.js";
import { styleNumbers } from "./sides.js";

/** Methods of the widget. */
export const toolbox = {
  styleOf(side, node) {
    const [colour, symbol] = styleNumbers(this.sides[side], node);
    const { categorical, accent, symbols } = this.theme;
    return { colour: colour === 8 ? accent : categorical[colour], symbol: symbols[symbol] };
  },

  legendEntries() {
    const { theme, header, shared } = this;
    const present = new Set();
    for (const { categories } of this.sides) categories.forEach((c) => present.add(c));
    const categories = shared.category_names.slice(0, 8)
      .map((name, category) => ({
        name: name.length > 22 ? `${name.slice(0, 21)}…` : name, category,
        colour: theme.categorical[category % 8],
        symbol: this.sides[1].symbols ? "circle" : theme.symbols[category % 8],
      }))
      .filter(({ category }) => present.has(category));
    const widths = Object.fromEntries(this.strokesOf(1).map(({ kind, width }) => [kind, width]));
    const totals = { ...this.sides[0].totals, ...this.sides[1].totals };
    const kinds = Object.keys(header.words).filter((kind) => kind in totals)
      .map((kind) => [kind, totals[kind]]).map(([kind, count]) => ({
      word: `${header.words[kind]} (${count.toLocaleString("en-GB")})`,
      colour: theme[kind], width: Math.max(1.6, widths[kind] ?? 0),
      dash: { lost: [2, 3], invented: [6, 4] }[kind] ?? null,
    }));
    return { categories, kinds };
  },

  footnotes() {
    return [this.parts.finding.textContent, this.parts.caption.textContent].filter(Boolean);
  },

  buildTools() {
    const { tools } = this.parts;
    this.panTool = button("pan", "Move the picture", () => this.setTool("pan"), { toggle: true });
    this.lassoTool = button("lasso", "Mark nodes with a loop (or hold Shift)",
      () => this.setTool("lasso"), { toggle: true });
    this.clear = button("clear", "Clear the marks", () => this.select([]));
    this.clear.disabled = true;
    const divider = () => make("span", { className: "divider", "aria-hidden": "true" });
    tools.append(
      this.draws.player, this.draws.layers, this.panTool, this.lassoTool, this.clear, divider(),
      button("plus", "Zoom in", () => this.zoom(0, 1.4)),
      button("minus", "Zoom out", () => this.zoom(0, 1 / 1.4)),
      button("fit", "Show everything", () => this.fit()), divider(),
      button("image", "Save as PNG", () => this.savePng(), { text: "PNG" }),
      button("image", "Save as SVG", () => this.saveSvg(), { text: "SVG" }),
    );
    this.draws.fill(0);
    this.setTool("pan");
  },

  /** What a drag does depends on the picture. */
  nameMover() {
    const [icon, label] = this.box ? ["turn", "Turn the picture"] : ["pan", "Move the picture"];
    if (this.panTool.title === label) return;
    setIcon(this.panTool, icon);
    this.panTool.title = label;
    this.panTool.setAttribute("aria-label", label);
  },

  async savePng() {
    save(await pngOf(this), `${this.header.file}.png`);
  },

  saveSvg() {
    save(new Blob([svgOf(this)], { type: "image/svg+xml" }), `${this.header.file}.svg`);
  },
};
