import type { Request } from 'express';
import type { Inbox } from '../mail/inbox.ts';
import type { Orgs } from './orgs.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Tenant } from './tenants.ts';
import type { Tokens } from './tokens.ts';
import type { User, Users } from './users.ts';

/** The services that the hosted pages and the two APIs share. */
export interface AuthProvider {
  users: Users;
  orgs: Orgs;
  sessions: Sessions;
  tokens: Tokens;
  links: Links;
  inbox: Inbox;
  behavior: AuthBehavior;
  tenants: readonly Tenant[];
  /** Returns the project of a request; throws a Refusal 404 when no project matches. */
  tenant(request: Request): Tenant;
  publicUrl: string;
}

/** The stand-in's behavior, which tests change. */
export interface AuthBehavior {
  accessTokenLifeSeconds: number;
  /** Answers the next `times` refreshes with this status, readable by the page like the real provider's failures. */
  failRefresh: { times: number; status: number };
}

/** Links sent by mail. Each expires; some open only once. */
export interface Links {
  create(link: Omit<Link, 'token' | 'expires_at'> & { lifeMs: number }): Promise<string>;
  get(tenant: Tenant, purpose: Link['purpose'], token: string): Promise<Link | undefined>;
  use(link: Link): Promise<void>;
}

export interface Link {
  token: string;
  program: string;
  purpose: 'sign_in' | 'reset_password';
  user_id: string;
  redirect_to: string | null;
  /** The employee who views the product as this user, passed on to the session that the link begins; null otherwise. */
  impersonator_user_id: string | null;
  once: boolean;
  expires_at: string;
}

/** Returns a user as pages and servers see them, without internal fields. */
export function userJson({ password_hash, program: _program, metadata: _metadata, ...user }: User) {
  return { ...user, has_password: password_hash !== null };
}

/** Makes an access token of a session, with the memberships of this moment; for one organization where it is named. */
export async function accessToken(provider: AuthProvider, tenant: Tenant, session: Session, activeOrgId?: string) {
  const orgs = await provider.orgs.infoOf(tenant.program, session.user.user_id);
  const token = await provider.tokens.accessToken(tenant, { ...session, orgs, activeOrgId, lifeSeconds: provider.behavior.accessTokenLifeSeconds });
  return { ...token, orgs };
}
