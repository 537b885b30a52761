import Papa from 'papaparse';

/**
 * Comma-separated text: lines that end with CRLF, UTF-8 without a byte order mark. Names and descriptors come from
 * strangers, so a text that a spreadsheet would run as a formula gets an apostrophe in front, and no control or direction
 * character stays in a cell; numbers stay numbers.
 */

const newline = '\r\n';
const number = '[-+]?\\d+(?:\\.\\d+)?';

/** The first characters that make a spreadsheet run a cell as a formula: four signs, also full-width, and characters skipped before them. */
const formulaSigns = ['=', '+', '\\-', '@', '\\t', '\\r', '\\n', '\\0', '＝', '＋', '－', '＠'];
const formula = new RegExp(`^(?!${number}$)[${formulaSigns.join('')}]`);

/** Characters that nobody sees and that a program may act on: controls, line breaks among them, marks of writing direction and of no width. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** Returns a text on one line, with a space for what cannot be seen. */
const readable = (cell: string) => (cell.search(unseen) < 0 ? cell : cell.replace(unseen, ' ').trim());

/** Half of the world's spreadsheets separate cells by semicolons, so that a cell with one must be quoted too. */
const holdsSemicolon = (cell: unknown) => String(cell).includes(';');

type Cells = readonly string[];

/** Matches cells that need no escaping: words, amounts and days. Skipping them makes long files several times as fast. */
const plain = /^(?:-?\d+\.\d\d|[A-Za-z0-9$](?:[A-Za-z0-9 .:/*#&'_-]*[A-Za-z0-9.:/*#&'_-])?)$/;

/** Returns the lines of a file. Cells that hold a comma, a semicolon or a quote are quoted. Each line begins with the given number of empty cells. */
export function csvLines(rows: readonly Cells[], emptyCells = 0): string {
  const empty = ','.repeat(emptyCells);
  let lines = '';
  for (const cells of rows) lines += empty + (plainLine(cells) ?? unparse(cells)) + newline;
  return lines;
}

/** Returns the line of cells that need no escaping, or null when one does. Looked at one by one, they take half of the time of a list's own methods. */
function plainLine(cells: Cells): string | null {
  let line = '';
  let separator = '';
  for (const cell of cells) {
    if (cell !== '' && !plain.test(cell)) return null;
    line += separator + cell;
    separator = ',';
  }
  return line;
}

function unparse(cells: Cells): string {
  return Papa.unparse([cells.map(readable)], { newline, escapeFormulae: formula, quotes: holdsSemicolon });
}

/** Returns one line; the cells at the indexes in `quoted` are always quoted. */
export function csvLine(cells: Cells, quoted: readonly number[]): string {
  const quotes = (cell: unknown, place: number) => quoted.includes(place) || holdsSemicolon(cell);
  return Papa.unparse([cells.map(readable)], { newline, escapeFormulae: formula, quotes }) + newline;
}

/** Writes the last four digits of a card as text: of a number alone a spreadsheet drops the zeros in front. */
export const lastFourCell = (lastFour: string): string => `**** ${lastFour}`;
