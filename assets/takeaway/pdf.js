// @ts-check
/** A picture as a PDF of one page: its pixels as JPEG, which every reader of PDF takes as it is. */

import { penOf } from "../pair/frame.js";

/**
 * @param {Blob} png
 * @param {number} width of the page, in points
 * @param {number} height
 * @returns {Promise<Blob>}
 */
export async function pdfOf(png, width, height) {
  const bitmap = await createImageBitmap(png);
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  penOf(canvas).drawImage(bitmap, 0, 0);
  /** @type {Blob} */
  const jpeg = await new Promise((done, failed) => canvas.toBlob(
    (blob) => (blob ? done(blob) : failed(new Error("The picture is too large for a PDF."))),
    "image/jpeg", 0.95));
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /P Do Q`;
  /** @type {(string | Blob)[][]} */
  const objects = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    ["<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
    [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R ` +
      "/Resources << /XObject << /P 5 0 R >> >> >>"],
    [`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`],
    [`<< /Type /XObject /Subtype /Image /Width ${bitmap.width} /Height ${bitmap.height} ` +
      `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>` +
      "\nstream\n", jpeg, "\nendstream"],
  ];
  return joined(objects);
}

/**
 * The file: its objects, and the table of where each begins.
 * @param {(string | Blob)[][]} objects
 */
function joined(objects) {
  /** @type {(string | Blob)[]} */
  const parts = ["%PDF-1.4\n"];
  const size = () => new Blob(parts).size;
  const starts = objects.map((object, k) => {
    const start = size();
    parts.push(`${k + 1} 0 obj\n`, ...object, "\nendobj\n");
    return start;
  });
  const table = size();
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`);
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`, ...rows,
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}
