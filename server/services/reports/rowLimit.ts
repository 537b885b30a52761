import { InvalidRequest } from '../../contract/invalidRequest.ts';

/** The most rows in a JSON answer, which is built and parsed as a whole. */
const maximumRows = 20_000;

const count = new Intl.NumberFormat('en-US');

/** Throws an InvalidRequest for a range that has more rows than a JSON answer may have. */
export function requireRowLimit(row_count: number): void {
  if (row_count <= maximumRows) return;
  throw new InvalidRequest([
    {
      path: 'query.end_at',
      message: `This range has more than ${count.format(maximumRows)} rows.`,
      fix: 'Ask for a shorter range, or for the whole of it as a file with Accept: text/csv.',
    },
  ]);
}
