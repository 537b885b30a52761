import Papa from 'papaparse';

/**
 * Comma-separated text: lines that end with CRLF, UTF-8 without a byte order mark. Names and descriptors come from
 * strangers, so a text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay numbers.
 */

const newline = '\r\n';
const number = '[-+]?\\d+(?:\\.\\d+)?';

/** What makes a spreadsheet take a cell for a formula: the four signs, full-width too, and characters that it skips on the way to one. */
const formulaSigns = ['=', '+', '\\-', '@', '\\t', '\\r', '\\n', '\\0', '＝', '＋', '－', '＠'];
const formula = new RegExp(`^(?!${number}$)[${formulaSigns.join('')}]`);

type Cells = readonly string[];

/** Most cells stand as they are: words, amounts and days. Long files are made several times as fast by knowing them. */
const plain = /^(?:-?\d+\.\d\d|[A-Za-z0-9$](?:[A-Za-z0-9 .:/*#&'_-]*[A-Za-z0-9.:/*#&'_-])?|)$/;

/** Lines of a file. Cells that hold a comma, a quote or a line break are quoted. */
export function csvLines(rows: readonly Cells[]): string {
  return rows.map((cells) => (cells.every((cell) => plain.test(cell)) ? cells.join(',') : unparse(cells)) + newline).join('');
}

function unparse(cells: Cells): string {
  return Papa.unparse([[...cells]], { newline, escapeFormulae: formula });
}

/** One line, of which the cells named by their place are quoted whatever they hold. */
export function csvLine(cells: Cells, quoted: readonly number[]): string {
  return Papa.unparse([[...cells]], { newline, escapeFormulae: formula, quotes: cells.map((_, place) => quoted.includes(place)) }) + newline;
}
