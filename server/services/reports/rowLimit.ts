import { InvalidRequest } from '../../contract/invalidRequest.ts';

/** As many rows as are answered as JSON, which is made and read as a whole. */
const mostRows = 20_000;

const count = new Intl.NumberFormat('en-US');

/** Throws `invalid_request` for a range that has more rows than a JSON answer takes. */
export function requireFewRows(row_count: number): void {
  if (row_count <= mostRows) return;
  throw new InvalidRequest([
    {
      path: 'query.end_at',
      message: `This range has more than ${count.format(mostRows)} rows.`,
      fix: 'Ask for a shorter range, or for the whole of it as a file with Accept: text/csv.',
    },
  ]);
}
