// @ts-check
/** How a picture is looked at in the words of an address, and back: zoom, shift and direction. */

const MOST = 200, LEAST = 0.5; // of the zoom, as in `view.js`
const FURTHEST = 1000; // of a shift, in widths of a panel
const PLACES = 4;

/**
 * "" where everything is in sight as at first; shifts are parts of a panel's width.
 *
 * @param {import("./camera.js").Camera} camera
 * @param {number} wide of a panel, in pixels
 */
export function wordsOf({ view, turn }, wide) {
  const numbers = [view.zoom, view.x / wide, view.y / wide];
  if (turn.moved) numbers.push(turn.around, turn.tilt);
  if (!view.moved && !turn.moved) return "";
  return numbers.map((number) => String(Number(number.toPrecision(PLACES)))).join("_");
}

/**
 * Look as the words say; nonsense shows everything.
 *
 * @param {import("./camera.js").Camera} camera
 * @param {number} wide of a panel, in pixels
 * @param {string} words
 */
export function lookAt(camera, wide, words) {
  camera.reset();
  const numbers = words.split("_").map(Number);
  const isMeant = [3, 5].includes(numbers.length) && numbers.every(Number.isFinite) &&
    numbers[0] >= LEAST && numbers[0] <= MOST &&
    numbers.slice(1).every((number) => Math.abs(number) < FURTHEST);
  if (!words || !isMeant) return;
  const [zoom, x, y, around, tilt] = numbers;
  Object.assign(camera.view, { zoom, x: x * wide, y: y * wide });
  if (numbers.length > 3) Object.assign(camera.turn, { around, tilt: Math.max(-1.57, Math.min(1.57, tilt)) });
}
