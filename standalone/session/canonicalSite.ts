import type { PageDescription } from '../../server/contract/program.ts';
import { currentUrl, type Place } from './hostedLinks.ts';

type Site = Pick<PageDescription['program'], 'hosts' | 'site_url'>;

/**
 * Returns the page's address on its program's own site, when it was opened at another address (`localhost`, an IP address): the
 * hosted sign-in accepts only the program's own sites. Returns null on a proper site.
 */
export function canonicalSite({ hosts, site_url }: Site, place: Place & Pick<Location, 'hostname'>): string | null {
  const site = new URL(site_url).origin;
  if (hosts.includes(place.hostname) || place.origin === site) return null;
  return currentUrl({ origin: site, pathname: place.pathname, search: place.search, hash: place.hash });
}
