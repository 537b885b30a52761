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

/** A list that a program takes in files of limited length. */
export interface SplitReport<Row> {
  header: readonly string[];
  limits: FileLimits;
  /** The row's cells; null leaves the row out. */
  cells: (row: Row) => readonly string[] | null;
}

/** Files made row by row, so that a list of any length needs no more memory than one of them. */
export interface FileSplitter<Row> {
  /** The files that these rows finish. */
  rows(batch: readonly Row[]): string[];
  /** The last file. */
  end(): string;
}

/** As many files as the limits demand, each with the header; a list without rows makes one file. */
export function splitFiles<Row>({ header, limits, cells }: SplitReport<Row>): FileSplitter<Row> {
  const start = csvLines([header]);
  let file = start;
  let count = 0;
  let size = byteLength(start);

  function add(line: string): string[] {
    const length = byteLength(line);
    const finished: string[] = [];
    if (count > 0 && (count === limits.rows || size + length > limits.bytes)) {
      finished.push(file);
      file = start;
      count = 0;
      size = byteLength(start);
    }
    file += line;
    count += 1;
    size += length;
    return finished;
  }
  return {
    rows: (batch) =>
      batch
        .map(cells)
        .filter((row) => row !== null)
        .flatMap((row) => add(csvLines([row]))),
    end: () => file,
  };
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
