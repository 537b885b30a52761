import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { isUuid } from '../../domain/basics/uuid.ts';
import { type Call, type CallLimits, createCall, defaultLimits } from '../call.ts';
import { HttpError, Refused } from '../failure.ts';
import { sendHttp } from '../http.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { AuthProgram, AuthUser, NewOrg, NewUser, OrgMember } from '../ports/authentication.ts';
import { accessTokenVerifier, rsaKey } from './accessToken.ts';
import { authUser, orgMember } from './map.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Calls a path of the program's auth address, and returns the answer as it came. Throws HttpError for a status that is not 2xx. */
type Send = (program: AuthProgram, method: Method, path: string, body: unknown, signal: AbortSignal) => Promise<unknown>;

/** Returns the port's calls over HTTP. The library calls one fixed address only; these call each program's auth address, as the provider documents. */
export function propelauthCalls(config: Config['propelauth'], metrics: ProviderMetrics, clock: () => Date, limits: CallLimits = defaultLimits) {
  const call = createCall('propelauth', metrics, { limits });
  const send = sender(config);
  return {
    verifyAccessToken: accessTokenVerifier({
      apiKeyOf: (program) => config.apiKeys[program.settingName],
      readVerifierKey: verifierKeys(config, send, call),
      clock,
    }),
    ...userCalls(send, call),
    ...signInCalls(send, call),
    ...orgCalls(send, call),
  };
}

const sender =
  (config: Config['propelauth']): Send =>
  async (program, method, path, body, signal) => {
    const headers = {
      authorization: `Bearer ${config.apiKeys[program.settingName]}`,
      'content-type': 'application/json',
      'x-propelauth-url': new URL(program.authUrl).hostname,
    };
    const url = new URL(`${config.backendUrl ?? program.authUrl}${path}`);
    const text = await sendHttp({ method, url, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return JSON.parse(text);
  };

/** Returns the function that gives the key of a program's tokens: the configured one, or the provider's. Throws when a configured key is malformed. */
function verifierKeys(config: Config['propelauth'], send: Send, call: Call): (program: AuthProgram) => Promise<KeyObject> {
  // Read here and not at first use, so that a malformed setting stops the start.
  const configuredKeys = new Map(Object.entries(config.verifierKeys).flatMap(([name, pem]) => (pem === undefined ? [] : [[name, rsaKey(pem)] as const])));

  return async (program) =>
    configuredKeys.get(program.settingName) ??
    call('get_verifier_key', 'none', async (signal) => {
      const metadata = await send(program, 'GET', '/api/v1/token_verification_metadata', undefined, signal);
      return rsaKey(z.object({ verifier_key_pem: z.string() }).parse(metadata).verifier_key_pem);
    });
}

function userCalls(send: Send, call: Call) {
  const findUser = (name: string, program: AuthProgram, path: string): Promise<AuthUser | null> =>
    call(name, 'none', async (signal) => authUser(await send(program, 'GET', path, undefined, signal))).catch((failure: unknown) => {
      if (failure instanceof Refused && failure.status === 404) return null;
      throw failure;
    });

  return {
    findUserByEmail: (program: AuthProgram, email: string) =>
      findUser('find_user_by_email', program, `/api/backend/v1/user/email?${new URLSearchParams({ email, include_orgs: 'true' })}`),

    findUserById: async (program: AuthProgram, userId: string) =>
      isUuid(userId) ? findUser('find_user_by_id', program, `/api/backend/v1/user/${userId}?include_orgs=true`) : null,

    findUsersById: (program: AuthProgram, userIds: readonly string[]) =>
      call('find_users_by_id', 'none', async (signal) => {
        const answer = await send(program, 'POST', '/api/backend/v1/user/user_ids?include_orgs=false', { user_ids: userIds }, signal);
        return z.array(z.unknown()).parse(answer).map(authUser);
      }),

    createUser: (program: AuthProgram, user: NewUser): Promise<{ userId: string }> =>
      call('create_user', 'once', async (signal) => {
        const body = {
          email: user.email,
          email_confirmed: false,
          send_email_to_confirm_email_address: false,
          properties: user.properties,
          ...(user.firstName === null ? {} : { first_name: user.firstName }),
          ...(user.lastName === null ? {} : { last_name: user.lastName }),
        };
        const answer = await send(program, 'POST', '/api/backend/v1/user/', body, signal).catch(namingFields);
        return { userId: z.object({ user_id: z.string() }).parse(answer).user_id };
      }),

    updateUserEmail: (program: AuthProgram, userId: string, email: string): Promise<void> =>
      call('update_user_email', 'repeatable', async (signal) => {
        await send(program, 'PUT', `/api/backend/v1/user/${userId}/email`, { new_email: email, require_email_confirmation: false }, signal);
      }),

    endUserSessions: (program: AuthProgram, userId: string): Promise<void> =>
      call('end_user_sessions', 'repeatable', async (signal) => {
        await send(program, 'POST', `/api/backend/v1/user/${userId}/logout_all_sessions`, {}, signal);
      }).catch(ignoringMissing),
  };
}

const signInCalls = (send: Send, call: Call) => ({
  createMagicLink: (program: AuthProgram, email: string, { redirectTo, hours }: { redirectTo: string; hours: number }): Promise<{ url: string }> =>
    call('create_magic_link', 'repeatable', async (signal) => {
      const body = {
        email,
        redirect_to_url: redirectTo,
        expires_in_hours: hours,
        create_new_user_if_one_doesnt_exist: false,
        expire_after_first_use: true,
      };
      const answer = await send(program, 'POST', '/api/backend/v1/magic_link', body, signal);
      return { url: z.object({ url: z.url() }).parse(answer).url };
    }),

  createAccessToken: (program: AuthProgram, userId: string, minutes: number): Promise<{ accessToken: string }> =>
    call('create_access_token', 'repeatable', async (signal) => {
      const body = { user_id: userId, duration_in_minutes: minutes };
      const answer = await send(program, 'POST', '/api/backend/v1/access_token', body, signal);
      return { accessToken: z.object({ access_token: z.string() }).parse(answer).access_token };
    }),
});

const membersPerPage = 100;
const wireMembersPage = z.object({ users: z.array(z.unknown()), has_more_results: z.boolean() });

const orgCalls = (send: Send, call: Call) => ({
  findOrg: (program: AuthProgram, ownId: string): Promise<{ orgId: string } | null> =>
    call('find_org', 'none', async (signal) => {
      const answer = await send(program, 'POST', '/api/backend/v1/org/query', { legacy_org_id: ownId, page_size: 1 }, signal);
      const [found] = z.object({ orgs: z.array(z.object({ org_id: z.string(), legacy_org_id: z.string().nullish() })) }).parse(answer).orgs;
      return found?.legacy_org_id === ownId ? { orgId: found.org_id } : null;
    }),

  createOrg: (program: AuthProgram, { name, ownId }: NewOrg): Promise<{ orgId: string }> =>
    call('create_org', 'once', async (signal) => {
      const body = { name, legacy_org_id: ownId, enable_auto_joining_by_domain: false, members_must_have_matching_domain: false };
      const answer = await send(program, 'POST', '/api/backend/v1/org/', body, signal);
      return { orgId: z.object({ org_id: z.string() }).parse(answer).org_id };
    }),

  nameOrg: (program: AuthProgram, { orgId, name }: { orgId: string; name: string }): Promise<void> =>
    call('name_org', 'repeatable', async (signal) => {
      await send(program, 'PUT', `/api/backend/v1/org/${orgId}`, { name }, signal);
    }),

  findOrgMembers: (program: AuthProgram, orgId: string): Promise<OrgMember[]> =>
    call('find_org_members', 'none', async (signal) => {
      const members: OrgMember[] = [];
      for (let page = 0; ; page += 1) {
        const query = new URLSearchParams({ page_size: String(membersPerPage), page_number: String(page), include_orgs: 'true' });
        const answer = wireMembersPage.parse(await send(program, 'GET', `/api/backend/v1/user/org/${orgId}?${query}`, undefined, signal));
        members.push(...answer.users.map((user) => orgMember(user, orgId)));
        if (!answer.has_more_results) return members;
      }
    }),

  addUserToOrg: (program: AuthProgram, { orgId, userId, role }: OrgMember): Promise<void> =>
    call('add_user_to_org', 'once', async (signal) => {
      await send(program, 'POST', '/api/backend/v1/org/add_user', { org_id: orgId, user_id: userId, role, additional_roles: [] }, signal);
    }),

  inviteUserToOrg: (program: AuthProgram, { orgId, email, role }: { orgId: string; email: string; role: string }): Promise<void> =>
    call('invite_user_to_org', 'once', async (signal) => {
      await send(program, 'POST', '/api/backend/v1/invite_user', { org_id: orgId, email, role, additional_roles: [] }, signal);
    }),

  revokeInvitation: (program: AuthProgram, { orgId, email }: { orgId: string; email: string }): Promise<void> =>
    call('revoke_invitation', 'repeatable', async (signal) => {
      await send(program, 'DELETE', '/api/backend/v1/pending_org_invites', { org_id: orgId, invitee_email: email }, signal);
    }).catch(ignoringMissing),

  changeRole: (program: AuthProgram, { orgId, userId, role }: OrgMember): Promise<void> =>
    call('change_role', 'repeatable', async (signal) => {
      await send(program, 'POST', '/api/backend/v1/org/change_role', { org_id: orgId, user_id: userId, role, additional_roles: [] }, signal);
    }),

  removeUserFromOrg: (program: AuthProgram, { orgId, userId }: Pick<OrgMember, 'orgId' | 'userId'>): Promise<void> =>
    call('remove_user_from_org', 'repeatable', async (signal) => {
      await send(program, 'POST', '/api/backend/v1/org/remove_user', { org_id: orgId, user_id: userId }, signal);
    }).catch(ignoringMissing),
});

/** Takes it as done that something is gone already. */
function ignoringMissing(failure: unknown): void {
  if (!(failure instanceof Refused) || failure.status !== 404) throw failure;
}

/** Throws a refusal whose code names the refused fields, such as `invalid_email`: this provider sends a sentence for each field and no code. */
function namingFields(error: unknown): never {
  if (!(error instanceof HttpError) || error.status !== 400 || typeof error.body !== 'object' || error.body === null) throw error;
  const code = `invalid_${Object.keys(error.body).join('_')}`.slice(0, 64);
  throw new Refused({ provider: 'propelauth', call: 'create_user', code, message: 'the new user was refused', status: error.status });
}
