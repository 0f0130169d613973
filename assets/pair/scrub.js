/** Moving through prepared stops of epsilon, and playing draws of the same epsilon. */

import { button, make, setIcon } from "./frame.js";

const BEAT = 450;

/** The slider inside the widget. Each stop is an exact result; between stops only the eye moves. */
export class Scrubber {
  constructor(widget, box) {
    this.widget = widget;
    this.box = box;
    this.held = false;
  }

  /** Show the stops; `current` is the one the server has drawn. */
  fill(stops, current) {
    if (!stops.length) {
      this.box.replaceChildren();
      this.input = null;
      return;
    }
    if (!this.input) this.build();
    this.stops = stops;
    this.input.max = String(stops.length - 1);
    if (!this.held) this.mark(current);
  }

  build() {
    this.output = make("output", {});
    this.input = make("input", { type: "range", min: "0", step: "1", id: "stop" });
    this.input.addEventListener("input", () => {
      this.held = true;
      this.mark(Number(this.input.value));
      this.widget.showStop(Number(this.input.value));
    });
    this.input.addEventListener("change", () => {
      this.held = false;
      this.widget.settleStop(Number(this.input.value));
    });
    this.box.replaceChildren(
      make("label", { for: "stop" }, "Privacy loss ε"), this.input, this.output,
    );
  }

  mark(stop) {
    this.input.value = String(stop);
    const text = this.stops[stop]?.label ?? "";
    this.output.textContent = text;
    this.input.setAttribute("aria-valuetext", text);
  }
}

/** The buttons "Play 20 draws" and "Overlay"; nothing plays by itself. */
export class Draws {
  constructor(widget) {
    this.widget = widget;
    this.count = 0;
    this.shown = -1;
    this.overlaid = false;
    this.player = button("play", "Play the draws one after the other", () => this.toggle(),
      { text: "Play", toggle: true });
    this.layers = button("layers", "Lay all draws over each other", () => this.overlay(),
      { text: "Overlay", toggle: true });
  }

  fill(count) {
    this.stop();
    this.count = count;
    this.overlaid = false;
    this.layers.setAttribute("aria-pressed", "false");
    this.player.hidden = this.layers.hidden = count === 0;
    this.label("Play");
  }

  label(word) {
    const text = word === "Play" ? `Play ${this.count} draws` : word;
    this.player.lastChild.textContent = text;
  }

  get playing() {
    return this.timer !== undefined;
  }

  toggle() {
    if (this.playing) {
      this.stop();
      this.widget.showDraw(-1);
      return;
    }
    if (this.overlaid) this.overlay();
    setIcon(this.player, "stop");
    this.player.setAttribute("aria-pressed", "true");
    this.shown = -1;
    this.timer = setInterval(() => this.next(), BEAT);
    this.next();
  }

  next() {
    this.shown += 1;
    if (this.shown >= this.count) {
      this.stop();
      this.widget.showDraw(-1);
      return;
    }
    this.label(`Draw ${this.shown + 1} of ${this.count}`);
    this.widget.showDraw(this.shown);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    setIcon(this.player, "play");
    this.player.setAttribute("aria-pressed", "false");
    this.label("Play");
  }

  overlay() {
    if (this.playing) {
      this.stop();
      this.widget.showDraw(-1);
    }
    this.overlaid = !this.overlaid;
    this.layers.setAttribute("aria-pressed", String(this.overlaid));
    this.widget.showOverlay(this.overlaid);
  }
}
