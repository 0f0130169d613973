/** The page around the widget: its cards and sentences follow the slider while it is dragged. */

const PLACES = {
  finding: ".st-key-finding",
  statement: ".st-key-guarantee [data-testid=stMarkdown]",
  odds: ".st-key-guarantee [data-testid=stCaptionContainer]",
};

/**
 * Writes a prepared stop's words into texts that the page has drawn. The stop is the exact result,
 * so the page will say the same when the server has answered.
 */
export function writeAround({ around = {}, metrics = [] }) {
  for (const [place, words] of Object.entries(around)) {
    const box = document.querySelector(PLACES[place]);
    if (box) write(box, words);
  }
  const values = new Map(metrics);
  for (const card of document.querySelectorAll(".st-key-cards [data-testid=stMetric]")) {
    const label = card.querySelector("[data-testid=stMetricLabel]").textContent.trim();
    if (values.has(label)) write(card.querySelector("[data-testid=stMetricValue]"), values.get(label));
  }
}

/** Change the longest text in an element; icons and the space after them stay. */
function write(element, words) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let longest = null;
  while (walker.nextNode()) {
    if (!longest || walker.currentNode.length > longest.length) longest = walker.currentNode;
  }
  if (!longest) return;
  const text = /^\s*/.exec(longest.nodeValue)[0] + words;
  if (longest.nodeValue !== text) longest.nodeValue = text;
}
