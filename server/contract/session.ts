import { z } from 'zod';
import { teamRoles } from '../domain/access/teamRoles.ts';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

/** A session or token as text. The limit is far above the length of any real one. */
const sessionText = z.string().min(1, 'The session is empty.').max(8_192, 'The session is too long.');

/** A session without its signed token is well-formed and proves nothing: it is refused like a wrong one. */
const shopifySession = z.looseObject({ shop: z.string().max(255), id_token: sessionText.optional() });

export const postAccessToken = defineRoute({
  method: 'POST',
  path: '/api/receivers/propel_auth_access_token',
  summary: 'Exchange a session that a platform handed in for an access token',
  who: 'anyone',
  masquerade: 'refused',
  idempotent: false,
  limit: 'handIn',
  carriesProof: true,
  body: z.union([
    z.strictObject({ auth_type: z.literal('shopify'), shopify_session: shopifySession }),
    z.strictObject({ auth_type: z.string().min(1).max(64), session: sessionText }),
  ]),
  out: z.object({
    access_token: z.string(),
    propel_auth_user: z.looseObject({ userId: z.string(), email: z.string() }),
  }),
  problems: ['unauthenticated'],
});

export const postAccessTokenRenewal = defineRoute({
  method: 'POST',
  path: '/api/receivers/access_token_renewal',
  summary: 'Exchange the current access token of a handed-in session for the next one',
  who: 'receiver',
  storeStaff: 'always',
  team: 'everyone',
  masquerade: 'refused',
  idempotent: false,
  body: z.strictObject({}),
  out: z.object({ access_token: z.string() }),
});

export const postHandedInSessionEnd = defineRoute({
  method: 'POST',
  path: '/api/receivers/handed_in_session_end',
  summary: 'End a handed-in session: its access token is renewed no more',
  who: 'receiver',
  storeStaff: 'always',
  team: 'everyone',
  masquerade: 'refused',
  idempotent: false,
  body: z.strictObject({}),
  /** False for a session that had already ended, or that was not handed in. */
  out: z.object({ ended: z.boolean() }),
});

export const postHandOver = defineRoute({
  method: 'POST',
  path: '/api/receivers/hand_over',
  summary: 'Make a code with which the caller’s platform opens the full site for the same person: once, within a minute, from the same browser',
  who: 'receiver',
  storeStaff: 'always',
  team: 'everyone',
  masquerade: 'refused',
  idempotent: false,
  body: z.strictObject({}),
  /** Handed in as a session of the type `hand_over`. */
  out: z.object({ code: z.string() }),
  problems: ['forbidden'],
});

export const getAccounts = defineRoute({
  method: 'GET',
  path: '/api/session/accounts',
  summary: 'The accounts for which the person signed in may act: their own and those of their teams, by a token that names no organization',
  who: 'receiver',
  storeStaff: 'never',
  team: 'everyone',
  out: z.object({
    /** Their own account first, then the teams, the first that they joined first. */
    accounts: z.array(
      z.object({
        id: z.string(),
        /** The organization to ask an access token for; null for their own account, which a token without one opens. */
        org_id: z.string().nullable(),
        business_name: z.string().nullable(),
        role: z.enum(teamRoles),
        is_own: z.boolean(),
      }),
    ),
  }),
});
export type AccountsAnswer = z.infer<(typeof getAccounts)['out']>;

export const postSessionEnd = defineRoute({
  method: 'POST',
  path: '/api/session/end',
  summary: 'Log out: the caller’s access tokens are refused from now on, in every tab, and their views of customers end',
  who: 'receiver',
  storeStaff: 'always',
  team: 'everyone',
  masquerade: 'refused',
  idempotent: false,
  body: z.strictObject({}),
  out: z.object({ ended: z.literal(true) }),
});

export const postPlatformAccount = defineRoute({
  method: 'POST',
  path: '/api/users/:token/platform_accounts',
  summary: 'Connect the store behind a handed-in session to the account of the person signed in',
  who: 'receiver',
  storeStaff: 'never',
  team: 'owner',
  subject: tokenSubject,
  masquerade: 'refused',
  idempotent: false,
  limit: 'handIn',
  params: tokenParams,
  body: z.strictObject({ handed_in_access_token: sessionText }),
  out: z.object({ connected: z.literal(true) }),
  problems: ['store_not_connectable'],
});
