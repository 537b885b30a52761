import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { SandboxCore } from '../core/core.ts';
import { dayMs } from '../core/measures.ts';
import type { Tenant } from './tenants.ts';
import type { LoginMethod } from './tokens.ts';
import type { User, Users } from './users.ts';

/** A signed-in browser. Stored under the hash of its cookie, so that the cookie cannot be recovered. */
interface SessionRecord {
  program: string;
  user_id: string;
  login_method: LoginMethod;
  /** The employee who views the product as this user. */
  impersonator_user_id?: string;
  expires_at: string;
}

export interface Session {
  user: User;
  loginMethod: LoginMethod;
  impersonatorUserId?: string;
}

export interface Sessions {
  /** Signs the browser in with a cookie of the auth host only, which scripts cannot read. */
  begin(response: Response, tenant: Tenant, session: Session): Promise<void>;
  /** Returns the session; undefined when signed out, expired, or the user is locked, disabled or deleted. */
  of(request: Request, tenant: Tenant): Promise<Session | undefined>;
  end(request: Request, response: Response): Promise<void>;
  /** Ends all sessions of a user, or of a whole program; returns how many. */
  endAll(match: { program: string; userId?: string }): Promise<number>;
}

const cookieName = '__sandbox_auth_session';
const lifeMs = 14 * dayMs;

const keyOf = (token: string) => createHash('sha256').update(token).digest('hex');
const cookieOf = (request: Request) => new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];

export function openSessions({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>, users: Users): Sessions {
  const records = store.collection<SessionRecord & { key: string }>('propelauth', 'session');

  return {
    async begin(response, tenant, { user, loginMethod, impersonatorUserId }) {
      const token = randomBytes(32).toString('base64url');
      const key = keyOf(token);
      await records.insert(key, {
        key,
        program: tenant.program,
        user_id: user.user_id,
        login_method: loginMethod,
        ...(impersonatorUserId !== undefined && { impersonator_user_id: impersonatorUserId }),
        expires_at: new Date(clock.machineNow().getTime() + lifeMs).toISOString(),
      });
      await users.update(tenant.program, user.user_id, { last_active_at: Math.floor(clock.machineNow().getTime() / 1000) });
      response.cookie(cookieName, token, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: lifeMs, secure: tenant.authUrl.startsWith('https:') });
    },
    async of(request, tenant) {
      const token = cookieOf(request);
      const record = token === undefined ? undefined : await records.get(keyOf(token));
      if (!record || record.program !== tenant.program || new Date(record.expires_at) <= clock.machineNow()) return undefined;
      const user = await users.byId(tenant.program, record.user_id);
      if (!user?.enabled || user.locked) return undefined;
      return {
        user,
        loginMethod: record.login_method,
        ...(record.impersonator_user_id !== undefined && { impersonatorUserId: record.impersonator_user_id }),
      };
    },
    async end(request, response) {
      const token = cookieOf(request);
      if (token !== undefined) await records.remove(keyOf(token));
      response.clearCookie(cookieName, { httpOnly: true, sameSite: 'lax', path: '/' });
    },
    async endAll({ program, userId }) {
      const found = await records.find({ program, user_id: userId });
      for (const { key } of found) await records.remove(key);
      return found.length;
    },
  };
}
