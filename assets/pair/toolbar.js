// @ts-check
/** The buttons over the pictures. */

import { pngOf, save, svgOf } from "./export.js";
import { button, make, pinButtons, setIcon } from "./frame.js";

/** Buttons for tools, zoom and saving; their acts are the interaction's. */
export class Toolbar {
  /**
   * `saved` gives what is saved: the arguments of `svgOf`.
   *
   * @param {HTMLElement} tools
   * @param {object} needs
   * @param {import("./interaction.js").Interaction} needs.interaction
   * @param {import("./repeats.js").Repeats} needs.repeats
   * @param {() => import("./types.js").Saved} needs.saved
   */
  constructor(tools, { interaction, repeats, saved }) {
    this.saved = saved;
    this.panTool = button("pan", "Move the picture", () => interaction.setTool("pan"),
      { toggle: true });
    this.lassoTool = button("lasso", "Mark nodes with a loop (or hold Shift)",
      () => interaction.setTool("lasso"), { toggle: true });
    this.clear = button("clear", "Clear the marks", () => interaction.select([]),
      { text: "Clear" });
    this.edges = button("edges", "Ties of the marked nodes", () => {
      interaction.toggleEdges();
      this.marked(interaction.marks);
    }, { toggle: true });
    this.clear.hidden = this.edges.hidden = true;
    const divider = () => make("span", { className: "divider", "aria-hidden": "true" });
    tools.append(
      repeats.player, repeats.layers, this.panTool, this.lassoTool, this.edges, this.clear,
      divider(),
      roomy(button("plus", "Zoom in", () => interaction.zoom(0, 1.4))),
      roomy(button("minus", "Zoom out", () => interaction.zoom(0, 1 / 1.4))),
      button("fit", "Show everything", () => interaction.fit()),
      roomy(button("full", "Full screen", () => fillScreen(interaction.parts.root))), divider(),
      button("image", "Save as PNG", () => this.savePng(), { text: "PNG" }),
      button("image", "Save as SVG", () => this.saveSvg(), { text: "SVG" }), ...pinButtons(),
    );
  }

  /** @param {string} tool */
  pressed(tool) {
    this.panTool.setAttribute("aria-pressed", String(tool === "pan"));
    this.lassoTool.setAttribute("aria-pressed", String(tool === "lasso"));
  }

  /** @param {import("./marks.js").Marks} marks */
  marked(marks) {
    this.clear.hidden = this.edges.hidden = !marks.any;
    this.edges.setAttribute("aria-pressed", String(marks.edges));
  }

  /**
   * What a drag does depends on the picture.
   *
   * @param {boolean} isSolid
   */
  nameMover(isSolid) {
    const [icon, label] = isSolid ? ["turn", "Turn the picture"] : ["pan", "Move the picture"];
    if (this.panTool.title === label) return;
    setIcon(this.panTool, icon);
    this.panTool.title = label;
    this.panTool.setAttribute("aria-label", label);
  }

  async savePng() {
    const what = this.saved();
    save(await pngOf(what), `${what.scene.picture.header.file}.png`);
  }

  saveSvg() {
    const what = this.saved();
    save(new Blob([svgOf(what)], { type: "image/svg+xml" }), `${what.scene.picture.header.file}.svg`);
  }
}

/**
 * Give the whole screen to the picture, or give it back.
 *
 * @param {HTMLElement} root
 */
function fillScreen(root) {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.();
}

/**
 * A button that fingers do without, where there is little room.
 *
 * @param {HTMLElement} element
 */
function roomy(element) {
  element.classList.add("roomy");
  return element;
}
