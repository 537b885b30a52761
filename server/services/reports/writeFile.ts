import type { ReportWriter } from '../../domain/reports/writer.ts';

/** Yields the file piece by piece, as its rows are read. */
export async function* writeFile<Row>(writer: ReportWriter<Row>, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield writer.begin();
  for await (const batch of batches) {
    const text = writer.rows(batch);
    if (text !== '') yield text;
  }
  yield writer.end();
}
