import { csvLines } from './csv.ts';

export interface FileLimits {
  /** Rows beside the header. */
  rows: number;
  bytes: number;
}

/** The file of which this is the n-th part of so many; a file in one part has a plain name. */
export function partFileName(name: string, part: number, parts: number): string {
  return parts === 1 ? `${name}.csv` : `${name}-${part}-of-${parts}.csv`;
}

/** As many files as a limit demands, each with the header; a list without rows makes one file. */
export function* splitFiles(header: readonly string[], rows: Iterable<readonly string[]>, limits: FileLimits): Generator<string> {
  const start = csvLines([header]);
  let file = start;
  let count = 0;
  let size = byteLength(start);
  for (const row of rows) {
    const line = csvLines([row]);
    const length = byteLength(line);
    if (count > 0 && (count === limits.rows || size + length > limits.bytes)) {
      yield file;
      file = start;
      count = 0;
      size = byteLength(start);
    }
    file += line;
    count += 1;
    size += length;
  }
  yield file;
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
