import type { ReportWriter } from '../../domain/reports/writer.ts';

/** A file to download; a long one is generated while it is sent. */
export interface ReportFile {
  contentType: string;
  fileName: string;
  body: string | Buffer | AsyncIterable<string | Buffer>;
}

export const csvType = 'text/csv; charset=utf-8';

/** Yields the file piece by piece, as its rows are read. */
export async function* writeFile<Row>(writer: ReportWriter<Row>, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield writer.begin();
  for await (const batch of batches) {
    const text = writer.rows(batch);
    if (text !== '') yield text;
  }
  yield writer.end();
}
