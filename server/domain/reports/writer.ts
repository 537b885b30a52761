import type { Period } from '../periods.ts';

/**
 * A file made piece by piece, so that one of any length needs no more memory than a batch of its rows: first `begin`,
 * then `rows` for each batch in order (a thousand rows do well), then `end`. A writer makes one file.
 */
export interface ReportWriter<Row> {
  begin(): string;
  rows(batch: readonly Row[]): string;
  end(): string;
}

/** The whole file at once, of rows at hand. */
export function writeReport<Row>(writer: ReportWriter<Row>, rows: readonly Row[]): string {
  return writer.begin() + writer.rows(rows) + writer.end();
}

/** Oldest first, as bookkeeping files have it; rows of one instant by their id. */
export function byDate<Row extends { id: string; created_at: Date }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => one.created_at.getTime() - other.created_at.getTime() || (one.id < other.id ? -1 : 1));
}

/** The last day that a period covers, as an instant in it. */
export function lastInstant(period: Period): Date {
  return new Date(period.end.getTime() - 1);
}
