import { staffPath } from '../../server/domain/access/guard.ts';
import { addressBarQuery, exitMasquerade } from '../../server/domain/access/queryNames.ts';
import { pageQuery } from '../dashboard/pageQuery.ts';

/** Returns the address of the customer's home as they see it. Keeps the query parameters that apply to every page, such as `now`. */
export function viewAsCustomer(email: string, search: string): string {
  const query = new URLSearchParams(exitMasquerade(pageQuery(addressBarQuery(search))));
  query.delete('admin');
  query.set('masqueradeAs', email);
  return `/?${query}`;
}

/** Returns the query of a link between staff pages: the parameters that apply to every page, and the search that staff came with. */
export function staffQuery(search: string): string {
  const kept = new URLSearchParams(pageQuery(addressBarQuery(search)));
  const asked = new URLSearchParams(search).get('q');
  if (asked !== null) kept.set('q', asked);
  return kept.size > 0 ? `?${kept}` : '';
}

export type CustomerTab = 'timeline' | 'cards' | 'team' | 'spending-power' | 'ledger' | 'webhooks' | 'notes' | 'audit' | 'terms' | 'closing';

/** Returns the path of the staff page about a customer. The timeline is its default tab. */
export function customerPath(token: string, tab: CustomerTab = 'timeline'): string {
  const page = `${staffPath}/customers/${encodeURIComponent(token)}`;
  return tab === 'timeline' ? page : `${page}/${tab}`;
}
