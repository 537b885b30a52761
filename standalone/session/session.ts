import type { AccessTokenForActiveOrg } from '@propelauth/javascript';
import { createContext, useContext } from 'react';
import type { Api } from '../api.ts';
import type { SessionState } from './combineSessions.ts';
import type { HostedLinks } from './hostedLinks.ts';

/** Who is there, and what can be done about it. */
export interface Session {
  state: SessionState;
  /** Finds out again who is there, after a failure. */
  retry(): void;
  /** Calls of the server as the person signed in. */
  api: Api;
  /** The access token for a call that `api` cannot make; null when nobody is signed in. Throws an ApiProblem. */
  accessToken(): Promise<string | null>;
  /** The organisation that access tokens are for, kept in the cookie `active_org_id`. */
  setActiveOrg(orgId: string): void;
  /** The token of one organisation: `user_not_in_org` for somebody who is no member, `unexpected_error` when it could not be had. */
  accessTokenForOrg(orgId: string): Promise<AccessTokenForActiveOrg>;
  links: HostedLinks;
  /** Ends the session in every tab and leaves for where the sign-in says. Throws an ApiProblem when it could not be ended. */
  signOut(): Promise<void>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside of SessionProvider');
  return session;
}

/** Calls of the server as the person signed in. */
export function useApi(): Api {
  return useSession().api;
}
