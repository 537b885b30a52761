import type { IAuthClient } from '@propelauth/javascript';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';

/** The program's hosted pages. Each leads back to the page it was opened from. */
export interface HostedLinks {
  /** `returnTo` is where to go afterwards, by default the present page. */
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

/** The address of the present page, without a session that was handed in by it. */
export function currentUrl({ origin, pathname, search, hash }: Place): string {
  return origin + pathname + addressBarQuery(search) + hash;
}

/** `place` is read anew for each link. */
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
