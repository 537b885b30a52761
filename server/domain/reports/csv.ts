import Papa from 'papaparse';

/**
 * Comma-separated text: lines that end with CRLF, UTF-8 without a byte order mark. Names and descriptors come from
 * strangers, so a text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay numbers.
 */

const newline = '\r\n';
const number = '[-+]?\\d+(?:\\.\\d+)?';

/** The first characters that make a spreadsheet run a cell as a formula: four signs, also full-width, and characters skipped before them. */
const formulaSigns = ['=', '+', '\\-', '@', '\\t', '\\r', '\\n', '\\0', '＝', '＋', '－', '＠'];
const formula = new RegExp(`^(?!${number}$)[${formulaSigns.join('')}]`);

type Cells = readonly string[];

/** Matches cells that need no escaping: words, amounts and days. Skipping them makes long files several times as fast. */
const plain = /^(?:-?\d+\.\d\d|[A-Za-z0-9$](?:[A-Za-z0-9 .:/*#&'_-]*[A-Za-z0-9.:/*#&'_-])?|)$/;

/** Returns the lines of a file. Cells that hold a comma, a quote or a line break are quoted. */
export function csvLines(rows: readonly Cells[]): string {
  return rows.map((cells) => (cells.every((cell) => plain.test(cell)) ? cells.join(',') : unparse(cells)) + newline).join('');
}

function unparse(cells: Cells): string {
  return Papa.unparse([[...cells]], { newline, escapeFormulae: formula });
}

/** Returns one line; the cells at the indexes in `quoted` are always quoted. */
export function csvLine(cells: Cells, quoted: readonly number[]): string {
  return Papa.unparse([[...cells]], { newline, escapeFormulae: formula, quotes: cells.map((_, place) => quoted.includes(place)) }) + newline;
}
