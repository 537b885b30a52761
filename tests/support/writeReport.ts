import type { ReportWriter } from '../../server/domain/reports/writer.ts';

/** Returns a whole file at once. The product writes it piece by piece. */
export function writeReport<Row>(writer: ReportWriter<Row>, rows: readonly Row[]): string {
  return writer.begin() + writer.rows(rows) + writer.end();
}
