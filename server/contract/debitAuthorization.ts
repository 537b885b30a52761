import { z } from 'zod';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';

const wording = { version: z.string(), markdown: z.string() };

const debitAuthorizationSchema = z.object({
  /** The present text, to be read before it is accepted. */
  offered: z.object(wording),
  /** The linked account; null while none is linked. */
  account: z
    .object({
      name: z.string(),
      institution_name: z.string().nullable(),
      account_name: z.string().nullable(),
      mask: z.string().nullable(),
      /** Why no authorization lets it be debited, and what to do; null when one can. */
      refusal: z.string().nullable(),
    })
    .nullable(),
  /** The authorization under which the account is debited; null while it may not be debited. */
  given: z.object({ ...wording, accepted_at: z.iso.datetime() }).nullable(),
  /** When and why the last one ended; null while one is given, and before the first. */
  ended: z.object({ at: z.iso.datetime(), reason: z.enum(['revoked_by_merchant', 'returned', 'replaced', 'bank_link_ended']) }).nullable(),
  /** The debt, in cents. */
  owed_cents: z.number().int(),
});
export type DebitAuthorizationAnswer = z.infer<typeof debitAuthorizationSchema>;

export const getDebitAuthorization = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/debit_authorization',
  summary: 'The authorization to debit the linked bank account: the text to accept, and the one that is given',
  out: debitAuthorizationSchema,
});

export const postDebitAuthorization = defineRoute({
  ...changesAccount({ team: 'owner', action: 'authorize_debits', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/debit_authorization',
  summary: 'Authorize debits of the linked bank account, in the version that was read',
  idempotent: true,
  body: z.strictObject({ version: z.string().min(1).max(64) }),
  out: debitAuthorizationSchema,
  problems: ['agreement_outdated', 'step_out_of_order', 'provider_refused'],
});

export const revokeDebitAuthorization = defineRoute({
  ...changesAccount({ team: 'owner', action: 'authorize_debits', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/debit_authorization/revoke',
  summary: 'End the authorization: nothing more is debited, debits already with the bank still run',
  idempotent: true,
  body: z.strictObject({}),
  out: debitAuthorizationSchema,
});
