// @ts-check
/** The few drawn signs of the snapshots. */

import { drawing } from "../pair/frame.js";

const PATHS = {
  strip: "M3 6h18v12H3ZM9 6v12M15 6v12",
  edit: "M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3",
  compare: "M4 8h14l-4-4M20 16H6l4 4",
  left: "M14 6l-6 6 6 6",
  right: "M10 6l6 6-6 6",
  delete: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  note: "M5 4h14v12l-4 4H5ZM9 9h6M9 13h4",
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) => drawing(PATHS[name]);
