import { staffPath } from '../../server/domain/access/guard.ts';
import { addressBarQuery, exitMasquerade } from '../../server/domain/access/queryNames.ts';
import { pageQuery } from '../dashboard/pageQuery.ts';

/** The root of the site as a customer sees it. What else the address asks for of every page, such as `now`, goes along. */
export function viewAsCustomer(email: string, search: string): string {
  const query = new URLSearchParams(exitMasquerade(pageQuery(addressBarQuery(search))));
  query.delete('admin');
  query.set('masqueradeAs', email);
  return `/?${query}`;
}

export type CustomerTab = 'timeline' | 'spending-power' | 'ledger' | 'news' | 'notes' | 'audit';

/** The page about a customer; the timeline is its first tab. */
export function customerPath(token: string, tab: CustomerTab = 'timeline'): string {
  const page = `${staffPath}/customers/${encodeURIComponent(token)}`;
  return tab === 'timeline' ? page : `${page}/${tab}`;
}
