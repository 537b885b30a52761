import type { PageDescription } from '../../server/contract/program.ts';
import { currentUrl, type Place } from './hostedLinks.ts';

type Site = Pick<PageDescription['program'], 'hosts' | 'site_url'>;

/**
 * Where the page belongs, when it was opened at an address that is none of its program's (`localhost`, a number): the
 * hosted sign-in answers to the program's own sites alone. Null for a page in its place.
 */
export function properSite({ hosts, site_url }: Site, place: Place & Pick<Location, 'hostname'>): string | null {
  const site = new URL(site_url).origin;
  if (hosts.includes(place.hostname) || place.origin === site) return null;
  return currentUrl({ origin: site, pathname: place.pathname, search: place.search, hash: place.hash });
}
