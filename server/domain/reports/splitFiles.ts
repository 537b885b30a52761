import { csvLines } from './csv.ts';

export interface FileLimits {
  /** Rows without the header. */
  rows: number;
  bytes: number;
}

/** Returns the name of part `part` of `parts`; without a suffix when there is only one. */
export function partFileName(name: string, part: number, parts: number, extension = 'csv'): string {
  return parts === 1 ? `${name}.${extension}` : `${name}-${part}-of-${parts}.${extension}`;
}

/** The rows of one file, and how they are written. */
export interface FilePart<Row> {
  rows: readonly Row[];
  text: string;
  isLast: boolean;
}

/** A report for a program that limits the length of files. */
export interface SplitReport<Row> {
  limits: FileLimits;
  /** The most bytes that a file has beside its rows. */
  frameBytes: number;
  write: (row: Row) => string;
  /** Writes a file around its rows. Called once for each file, in their order. */
  frame: (part: FilePart<Row>) => string;
}

/** Returns the report of comma-separated files, each with the header. */
export function splitCsv<Row>(header: readonly string[], limits: FileLimits, cells: (row: Row) => readonly string[]): SplitReport<Row> {
  const head = csvLines([header]);
  return { limits, frameBytes: byteLength(head), write: (row) => csvLines([cells(row)]), frame: ({ text }) => head + text };
}

/** Makes files row by row, so that a list of any length needs only the memory of one file. */
export interface FileSplitter<Row> {
  /** Adds rows and returns the files that they complete. */
  rows(batch: readonly Row[]): string[];
  /** Returns the last file. */
  end(): string;
}

/** Splits a report into files within the limits; a report without rows makes one file. */
export function splitFiles<Row>({ limits, frameBytes, write, frame }: SplitReport<Row>): FileSplitter<Row> {
  let rows: Row[] = [];
  let text = '';
  let size = frameBytes;

  function finish(isLast: boolean): string {
    const file = frame({ rows, text, isLast });
    rows = [];
    text = '';
    size = frameBytes;
    return file;
  }
  function add(row: Row): string[] {
    const written = write(row);
    const length = byteLength(written);
    const isFull = rows.length > 0 && (rows.length === limits.rows || size + length > limits.bytes);
    const finished = isFull ? [finish(false)] : [];
    rows.push(row);
    text += written;
    size += length;
    return finished;
  }
  return { rows: (batch) => batch.flatMap(add), end: () => finish(true) };
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
