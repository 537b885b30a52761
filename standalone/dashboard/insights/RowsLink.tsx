import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { pageQuery } from '../pageQuery.ts';

/** A figure that opens the rows of the transactions page that it sums up. `query` selects them. */
export function RowsLink({ query, children }: { query: string; children: ReactNode }) {
  const { search } = useLocation();
  const kept = pageQuery(addressBarQuery(search));
  return <Link to={{ pathname: '/transactions', search: kept === '' ? query : `${kept}&${query.slice(1)}` }}>{children}</Link>;
}
