/**
 * Reads comma-separated text character by character, as RFC 4180 describes it: a second opinion beside the library that
 * writes our files. Refuses what the format does not allow.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, next } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell);
    at = next;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) throw new Error('the last line has no end');
      continue;
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`no end of line at ${at}`);
    rows.push(row);
    row = [];
    at += 2;
  }
  return rows;
}

function plainCell(text: string, start: number) {
  let at = start;
  while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
    if (text[at] === '"' || text[at] === '\n') throw new Error(`an unquoted cell holds a quote or a line break at ${at}`);
    at += 1;
  }
  return { cell: text.slice(start, at), next: at };
}

function quotedCell(text: string, start: number) {
  let cell = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else return { cell, next: at + 1 };
  }
  throw new Error('a quote is never closed');
}
