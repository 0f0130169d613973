// @ts-check
/** Questions to the server about a room; a refusal is thrown as its sentence. */

export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {boolean} isLost whether there is no connection, and asking again may help
   */
  constructor(sentence, isLost) {
    super(sentence);
    this.isLost = isLost;
  }
}

const TRIES = 20, AGAIN = 1000; // milliseconds between two
const LOST = "No connection to the server: trying again.";

/**
 * The answer, asked for until it comes: for what may arrive twice.
 *
 * @param {string} address
 * @param {Record<string, unknown>} body
 * @param {(said: string) => void} waiting hears why it takes longer
 * @returns {Promise<any>}
 */
export async function insist(address, body, waiting) {
  for (let tries = 1; ; tries++) {
    try {
      return await ask(address, body);
    } catch (refused) {
      if (!(refused instanceof Refusal) || !refused.isLost || tries === TRIES) throw refused;
      waiting(refused.message);
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/**
 * @param {string} address
 * @param {Record<string, unknown>} [body] sent if there is one
 * @returns {Promise<any>}
 */
export async function ask(address, body) {
  /** @type {Response} */
  let response;
  let said;
  try {
    response = await fetch(address, body ? {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    } : { cache: "no-cache" });
    said = await response.json();
  } catch {
    throw new Refusal(LOST, true);
  }
  if (response.ok) return said;
  const isLost = response.status >= 500;
  throw new Refusal(said?.refused ?? (isLost ? LOST : "The server did not understand: load the page anew."), isLost);
}
