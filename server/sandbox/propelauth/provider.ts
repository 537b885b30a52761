import type { Request } from 'express';
import type { Inbox } from '../mail/inbox.ts';
import type { Orgs } from './orgs.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Tenant } from './tenants.ts';
import type { Tokens } from './tokens.ts';
import type { User, Users } from './users.ts';

/** What the hosted pages and the two APIs share. */
export interface AuthProvider {
  users: Users;
  orgs: Orgs;
  sessions: Sessions;
  tokens: Tokens;
  links: Links;
  inbox: Inbox;
  manners: Manners;
  tenants: readonly Tenant[];
  /** The project of a request; throws a Refusal 404 when it is nobody's. */
  tenant(request: Request): Tenant;
  publicUrl: string;
}

/** How the stand-in behaves until told otherwise, for tests. */
export interface Manners {
  accessTokenLife_s: number;
  /** The next so many refreshes are answered with the status, readable by the page as the real one's failures are. */
  failRefresh: { times: number; status: number };
}

/** Links sent by mail: each opens once or until it expires. */
export interface Links {
  create(link: Omit<Link, 'token' | 'expires_at'> & { life_ms: number }): Promise<string>;
  get(tenant: Tenant, purpose: Link['purpose'], token: string): Promise<Link | undefined>;
  use(link: Link): Promise<void>;
}

export interface Link {
  token: string;
  program: string;
  purpose: 'sign_in' | 'reset_password';
  user_id: string;
  redirect_to: string | null;
  /** Goes with the session that the link begins: it is somebody's who looks on as this user. */
  impersonator_user_id: string | null;
  once: boolean;
  expires_at: string;
}

/** A user as pages and servers see them: without what is nobody's business. */
export function userJson({ password_hash, program: _program, metadata: _metadata, ...user }: User) {
  return { ...user, has_password: password_hash !== null };
}

export async function accessToken(provider: AuthProvider, tenant: Tenant, session: Session, activeOrgId?: string) {
  const orgs = await provider.orgs.infoOf(tenant.program, session.user.user_id);
  const token = await provider.tokens.accessToken(tenant, { ...session, orgs, activeOrgId, life_s: provider.manners.accessTokenLife_s });
  return { ...token, orgs };
}
