import type { AccessTokenForActiveOrg } from '@propelauth/javascript';
import { createContext, useContext } from 'react';
import type { AccountsAnswer } from '../../server/contract/session.ts';
import type { Api } from '../api.ts';
import type { ChosenAccount } from './chosenAccount.ts';
import type { SessionState } from './combineSessions.ts';
import type { HostedLinks } from './hostedLinks.ts';

/** The page's session: the person signed in, and the calls and links that depend on them. */
export interface Session {
  state: SessionState;
  /** Identifies the visitor again, after a failure. */
  retry(): void;
  /** The calls to the server as the person signed in. */
  api: Api;
  /** Returns the access token for a call that `api` cannot make; null when nobody is signed in. Throws a CallFailure. */
  accessToken(): Promise<string | null>;
  /** Chooses the organization that access tokens are for, and keeps it in the cookie `active_org_id`. */
  setActiveOrg(orgId: string): void;
  /** Returns the token of one organization; the error `user_not_in_org` for a person who is not a member, `unexpected_error` for any other failure. */
  accessTokenForOrg(orgId: string): Promise<AccessTokenForActiveOrg>;
  /** Returns the accounts for which the person signed in may act. Throws a CallFailure. */
  accounts(signal: AbortSignal): Promise<AccountsAnswer>;
  chosen: ChosenAccount;
  links: HostedLinks;
  /** Ends the session in every tab and redirects to the address that the sign-in names. Throws a CallFailure when it could not be ended. */
  signOut(): Promise<void>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside of SessionProvider');
  return session;
}

/** Returns the calls to the server as the person signed in. */
export function useApi(): Api {
  return useSession().api;
}
