import type { Period } from '../basics/periods.ts';

/**
 * Writes a file in pieces, so that a file of any length needs only the memory of one batch of rows: first `begin`, then
 * `rows` for each batch in order (some hundred rows work well), then `end`. A writer makes one file.
 */
export interface ReportWriter<Row> {
  begin(): string;
  rows(batch: readonly Row[]): string;
  end(): string;
}

/** Returns the last millisecond of a period, an instant in its last day. */
export function lastInstant(period: Period): Date {
  return new Date(period.end.getTime() - 1);
}
