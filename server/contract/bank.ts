import { z } from 'zod';
import { ownPath } from '../domain/access/ownPath.ts';
import { bankRoles } from '../domain/bank/bankRole.ts';
import { bankHealths } from '../domain/bank/bankStatus.ts';
import { linkModes } from '../domain/bank/bankWindow.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { identifier } from './identifiers.ts';
import { receiverSchema } from './receiver.ts';

export const postBankLinkToken = defineRoute({
  ...changesAccount({ team: 'owner', action: 'link_bank', masquerade: 'audited' }),
  method: 'POST',
  path: '/api/users/:token/bank/link_token',
  summary: 'Open the bank’s link window: to link, to sign in again, to change the account, to enter micro-deposits',
  idempotent: false,
  limit: 'order',
  body: z.strictObject({
    mode: z.enum(linkModes),
    /** Which of the two banks is signed in to again or changed. */
    bank: z.enum(bankRoles).default('main'),
    redirect_path: z.string().regex(ownPath).max(512).optional(),
  }),
  out: z.object({ link_token: z.string(), expires_at: z.iso.datetime() }),
  problems: ['step_out_of_order', 'provider_unavailable'],
});

const choiceSchema = z.strictObject({
  /** Null after a window that only repaired the link. */
  public_token: z.string().min(1).max(512).nullable(),
  account_id: identifier.nullable(),
  /** The version of the debit authorization that was accepted with it; null for staff, and for a mere repair of the link. */
  authorization_version: z.string().min(1).max(64).nullable().default(null),
});

export const postBank = defineRoute({
  ...changesAccount({ team: 'owner', action: 'link_bank', masquerade: 'audited' }),
  method: 'POST',
  path: '/api/users/:token/bank',
  summary: 'Link the chosen account; after a relink or micro-deposits, refresh it from the bank',
  idempotent: true,
  body: choiceSchema,
  out: receiverSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable', 'debit_authorization_needed', 'agreement_outdated'],
});

const accountSchema = z.object({
  verification_status: z.string(),
  account_id: z.string().nullable(),
  name: z.string().nullable(),
  mask: z.string().nullable(),
  institution_name: z.string().nullable(),
  /** `expiring` still works, but needs a new sign-in before it ends. */
  health: z.enum(bankHealths),
  /** When the sign-in ends; null where the bank does not say. */
  consent_expires_at: z.iso.datetime().nullable(),
});

export const getPlaidAccount = defineRoute({
  method: 'GET',
  path: '/api/users/:id/plaid_account',
  summary: 'The linked bank account, with its current state at the bank',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'readers',
  subject: { in: 'params', name: 'id', by: 'either' },
  action: 'view_account',
  params: z.strictObject({ id: identifier }),
  query: z.strictObject({ plaid_access_token: identifier.optional() }),
  out: accountSchema,
  problems: ['not_found'],
});
export type BankAccountAnswer = z.infer<typeof accountSchema>;

const fallbackSchema = z.object({
  /** Null while no second bank is linked. */
  bank: accountSchema
    .extend({
      /** Why no authorization lets it be debited, and what to do; null when one can. */
      refusal: z.string().nullable(),
      /** Whether the merchant's authorization to debit it holds. */
      is_authorized: z.boolean(),
    })
    .nullable(),
});
export type FallbackBankAnswer = z.infer<typeof fallbackSchema>;

export const getFallbackBank = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/bank/fallback',
  summary: 'The second bank account, with its current state at the bank',
  out: fallbackSchema,
});

export const postFallbackBank = defineRoute({
  ...changesAccount({ team: 'owner', action: 'pay_now', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/bank/fallback',
  summary: 'Link a second bank account, from which a draw comes that the first one cannot bear; after a relink, refresh it from the bank',
  idempotent: true,
  body: choiceSchema,
  out: fallbackSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable', 'debit_authorization_needed', 'agreement_outdated'],
});

export const deleteFallbackBank = defineRoute({
  ...changesAccount({ team: 'owner', action: 'pay_now', masquerade: 'refused' }),
  method: 'DELETE',
  path: '/api/users/:token/bank/fallback',
  summary: 'Unlink the second bank account; what was to be drawn from it is drawn from the first one',
  idempotent: false,
  body: z.strictObject({}),
  out: fallbackSchema,
});
