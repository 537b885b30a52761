import type { Period } from '../basics/periods.ts';

/**
 * A file made piece by piece, so that one of any length needs no more memory than a batch of its rows: first `begin`,
 * then `rows` for each batch in order (a thousand rows do well), then `end`. A writer makes one file.
 */
export interface ReportWriter<Row> {
  begin(): string;
  rows(batch: readonly Row[]): string;
  end(): string;
}

/** The last day that a period covers, as an instant in it. */
export function lastInstant(period: Period): Date {
  return new Date(period.end.getTime() - 1);
}
