// @ts-check
/** One quiet line while the server does not answer, in place of the app's own dialog. */

const STATE = "data-test-connection-state";
const PATIENCE_MS = 1000; // a short pause is not worth a line
const WORDS = "The connection is lost; your choices are kept. Trying again…";
const TRYING = ["PINGING_SERVER", "CONNECTING"];
const DIALOG = "[data-testid=stDialog]";
const root = document.documentElement;
/** @type {{line?: HTMLElement, timer?: number, wasThere: boolean}} */
const seen = { wasThere: false };

/** Watch the connection from now on. */
export function watchConnection() {
  seen.line = document.createElement("p");
  seen.line.className = "graphdp-lost";
  seen.line.setAttribute("role", "status");
  document.body.append(seen.line);
  new MutationObserver(look).observe(root, { attributeFilter: [STATE], subtree: true });
  // A dialog whose button was drawn anew has lost the focus, and with it its keys.
  addEventListener("keydown", ({ key, target }) => key === "Escape" && target === document.body && close(""));
}

const dialogs = new MutationObserver(() => close(":not([data-stays])"));

/** @param {string} which of the dialogs */
function close(which) {
  for (const dialog of document.querySelectorAll(`${DIALOG}${which}`)) {
    const button = dialog.querySelector("button[aria-label=Close]");
    if (button instanceof HTMLElement) button.click();
  }
}

function look() {
  const state = document.querySelector(`[${STATE}]`)?.getAttribute(STATE) ?? "";
  if (state === "CONNECTED") seen.wasThere = true;
  const lost = seen.wasThere && TRYING.includes(state);
  if (lost === root.hasAttribute("data-lost")) return;
  root.toggleAttribute("data-lost", lost);
  if (lost) begin();
  else end();
}

/** From here on, a dialog that comes is the app's complaint: the server sends none. */
function begin() {
  for (const dialog of document.querySelectorAll(DIALOG)) dialog.setAttribute("data-stays", "");
  dialogs.observe(document.body, { childList: true, subtree: true });
  seen.timer = setTimeout(say, PATIENCE_MS, WORDS);
}

function end() {
  clearTimeout(seen.timer);
  dialogs.disconnect();
  say("");
}

/** @param {string} words */
function say(words) {
  if (!seen.line) return;
  const app = document.querySelector("[data-testid=stApp]");
  if (app) {
    const { backgroundColor, color, fontFamily } = getComputedStyle(app);
    Object.assign(seen.line.style, { background: backgroundColor, color, fontFamily });
  }
  seen.line.textContent = words;
}
