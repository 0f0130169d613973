// @ts-check
/** A small picture of what leads the page, drawn in the browser from what stands on the screen. */

import { penOf } from "../pair/frame.js";

const WIDTH = 288, HEIGHT = 162, QUALITY = 0.82;
const LEADS = [".pair .panel.right .plot", ".board .tiles", ".chart .stage", "[data-testid=stPlotlyChart]"]; // of a pair the private side
const PARTS = "canvas, svg.main-svg, .chart svg[role=img]";
const MOST_WAIT_MS = 1500;

/** @returns {Promise<string>} a data URL; "" where there is nothing to draw */
export async function portrait() {
  const lead = LEADS.map((selector) => seen(selector)).find(Boolean);
  if (!lead) return "";
  document.dispatchEvent(new Event("graphdp-portrait")); // those who draw on a card do it now
  const box = lead.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = penOf(canvas);
  const app = document.querySelector("[data-testid=stApp]");
  pen.fillStyle = app ? getComputedStyle(app).backgroundColor : "white";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const scale = Math.min(WIDTH / box.width, HEIGHT / box.height);
  pen.translate((WIDTH - box.width * scale) / 2, (HEIGHT - box.height * scale) / 2);
  pen.scale(scale, scale);
  pen.translate(-box.left, -box.top);
  pen.beginPath();
  pen.rect(box.left, box.top, box.width, box.height);
  pen.clip();
  const parts = deep(PARTS, lead.closest(".stage") ?? lead).filter(isSeen);
  for (const part of parts.filter((one) => one instanceof HTMLCanvasElement)) place(pen, part, part);
  for (const part of parts) {
    if (!(part instanceof SVGSVGElement)) continue;
    const image = await pictureOf(part);
    if (image) place(pen, image, part);
  }
  try {
    return canvas.toDataURL("image/webp", QUALITY);
  } catch {
    return "";
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {CanvasImageSource} image
 * @param {Element} part where it stands
 */
function place(pen, image, part) {
  const { left, top, width, height } = part.getBoundingClientRect();
  pen.drawImage(image, left, top, width, height);
}

/**
 * @param {SVGSVGElement} svg
 * @returns {Promise<HTMLImageElement | null>}
 */
async function pictureOf(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  return Promise.race([image.decode(), new Promise((_, late) => setTimeout(late, MOST_WAIT_MS))]).then(() => image, () => null);
}

/** @param {string} selector */
function seen(selector) {
  return deep(selector, document).find(isSeen);
}

/** @param {Element} element */
function isSeen(element) {
  const { width, height } = element.getBoundingClientRect();
  return width > 40 && height > 20 && element.checkVisibility({ visibilityProperty: true });
}

/**
 * What is chosen in a part of the page and behind its shadow roots.
 *
 * @param {string} selector
 * @param {Document | Element | ShadowRoot} root
 * @returns {Element[]}
 */
export function deep(selector, root) {
  const elements = [...root.querySelectorAll(selector)];
  for (const element of root.querySelectorAll("*")) {
    if (element.shadowRoot) elements.push(...deep(selector, element.shadowRoot));
  }
  return elements;
}
