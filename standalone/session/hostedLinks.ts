import type { IAuthClient } from '@propelauth/javascript';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';

/** Addresses of the program's hosted pages. Each page returns to the page it was opened from. */
export interface HostedLinks {
  /** `returnTo` is the address to return to, by default the current page. */
  login(returnTo?: string): string;
  signup(returnTo?: string): string;
  account(): string;
  org(orgId?: string): string;
  createOrg(): string;
  saml(orgId: string): string;
}

type HostedPages = Pick<
  IAuthClient,
  'getLoginPageUrl' | 'getSignupPageUrl' | 'getAccountPageUrl' | 'getOrgPageUrl' | 'getCreateOrgPageUrl' | 'getSetupSAMLPageUrl'
>;
export type Place = Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;

/** Returns the address of the current page, without a handed-in session. */
export function currentUrl({ origin, pathname, search, hash }: Place): string {
  return origin + pathname + addressBarQuery(search) + hash;
}

/** Returns the links to the hosted pages. Reads `place` again for each link. */
export function hostedLinks(client: HostedPages, place: Place): HostedLinks {
  const here = () => currentUrl(place);
  return {
    login: (returnTo = here()) => client.getLoginPageUrl({ postLoginRedirectUrl: returnTo }),
    signup: (returnTo = here()) => client.getSignupPageUrl({ postSignupRedirectUrl: returnTo }),
    account: () => client.getAccountPageUrl({ redirectBackToUrl: here() }),
    org: (orgId) => client.getOrgPageUrl(orgId, { redirectBackToUrl: here() }),
    createOrg: () => client.getCreateOrgPageUrl({ redirectBackToUrl: here() }),
    saml(orgId) {
      const page = new URL(client.getSetupSAMLPageUrl(orgId));
      page.searchParams.set('rt', btoa(here()));
      return page.href;
    },
  };
}
