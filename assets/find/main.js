// @ts-check
/** Where the page meets the field that finds a node: one field per mount. */

import { FindField } from "./field.js";

/** @type {WeakMap<Node, FindField>} */
const fields = new WeakMap();

/** @param {import("./field.js").Component} component */
export default function (component) {
  const place = component.parentElement;
  const field = fields.get(place) ?? new FindField();
  fields.set(place, field);
  field.receive(component);
}
