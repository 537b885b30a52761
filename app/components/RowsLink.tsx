import { Link } from '@shopify/polaris';

/** A figure that opens the rows of the transactions page that it sums up. `query` selects them. */
export function RowsLink({ query, children }: { query: string; children: string }) {
  return <Link url={`/shopify/transactions${query}`}>{children}</Link>;
}
