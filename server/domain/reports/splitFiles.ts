import { csvLines } from './csv.ts';

export interface FileLimits {
  /** Rows without the header. */
  rows: number;
  bytes: number;
}

/** Returns the name of part `part` of `parts`; without a suffix when there is only one. */
export function partFileName(name: string, part: number, parts: number): string {
  return parts === 1 ? `${name}.csv` : `${name}-${part}-of-${parts}.csv`;
}

/** A report for a program that limits the length of files. */
export interface SplitReport<Row> {
  header: readonly string[];
  limits: FileLimits;
  /** The row's cells; null leaves the row out. */
  cells: (row: Row) => readonly string[] | null;
}

/** Makes files row by row, so that a list of any length needs only the memory of one file. */
export interface FileSplitter<Row> {
  /** Adds rows and returns the files that they complete. */
  rows(batch: readonly Row[]): string[];
  /** Returns the last file. */
  end(): string;
}

/** Splits a report into files within the limits, each with the header; a report without rows makes one file. */
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
