import { z } from 'zod';
import { categoryGroupKeys } from '../domain/card/controls/categories.ts';
import { minimumSearchLength, typedLengths } from '../domain/forms/typedLengths.ts';
import { manualTypes, maximumManualCents } from '../domain/ledger/ledger.ts';
import { claimStates, identityKinds } from '../domain/receiver/claims.ts';
import { paymentPlans } from '../domain/repayment/paymentPlan.ts';
import { maximumOverrideCents } from '../domain/spendingPower/spendingPowerOverride.ts';
import { maximumNetTerms, netTermsTypes } from '../domain/staff/accountTerms.ts';
import { adminActionNames } from '../domain/staff/adminActions.ts';
import { minimumReasonLength, shortReason } from '../domain/staff/reason.ts';
import { cardControlsSchema, cardSummarySchema, getCards } from './cards.ts';
import { defineRoute } from './define.ts';
import { changesCustomer, readsAccount, readsCustomer } from './heads.ts';
import { identifier, tokenParams, tokenSubject } from './identifiers.ts';
import { givenInstant } from './period.ts';
import { receiverSchema } from './receiver.ts';
import { getBankCsv } from './reports.ts';
import { getSpendingPower } from './spendingPower.ts';
import { memberSchema } from './team.ts';

const instant = z.iso.datetime();

/** The reason for a staff action, kept in the audit log for good. */
const reason = z.string().trim().min(minimumReasonLength, shortReason).max(typedLengths.reason);

export const getCustomers = defineRoute({
  method: 'GET',
  path: '/api/staff/receivers',
  summary: 'Customers of this program by a part of their email or business name',
  who: 'staff',
  limit: 'staffSearch',
  query: z.strictObject({ q: z.string().trim().min(minimumSearchLength, 'Type at least two characters.').max(typedLengths.customerSearch) }),
  out: z.object({
    receivers: z.array(
      z.object({
        token: z.string(),
        email: z.string(),
        business_name: z.string().nullable(),
        created_at: instant,
        is_locked: z.boolean(),
        is_fraud: z.boolean(),
        is_black_listed: z.boolean(),
        is_subscribed: z.boolean(),
      }),
    ),
  }),
});

export const postAdminAction = defineRoute({
  method: 'POST',
  path: '/api/staff/receivers/:token/actions/:action',
  summary: 'One of the admin actions on a customer; returns the fields it changed, or the flow or download it opens',
  who: 'staff',
  subject: tokenSubject,
  masquerade: 'audited',
  idempotent: true,
  params: tokenParams.extend({ action: z.enum(adminActionNames) }),
  body: z.strictObject({
    reason,
    /** The customer's business name as typed, for actions that cannot be undone. */
    confirmation: z.string().max(typedLengths.confirmation).optional(),
    /** Lets staff without the support flag mark an account as fraud. */
    override_fraud: z.boolean().default(false),
  }),
  out: z.object({
    receiver: receiverSchema,
    /** The flow or download that the page opens next, or null. */
    opens: z.enum(['bank_update', 'commerce_link', 'repayment_csv']).nullable(),
    changed: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  }),
  problems: ['confirmation_needed'],
});

export const getRepaymentCsv = defineRoute({
  ...readsCustomer({ who: 'admin', action: 'download_repayment_csv' }),
  path: '/api/staff/receivers/:token/repayment_csv',
  summary: 'A customer’s repayments from 2023-01-01T00:00:00Z on, newest first; with `Accept: text/csv` the finished file, of any size',
  /** `now` ends the range, for a page that shows another present than the server's. */
  query: z.strictObject({ now: givenInstant.optional() }),
  out: getBankCsv.out,
  files: ['text/csv'],
});

export const getSpendingPowerOverride = defineRoute({
  ...readsCustomer({ who: 'admin', action: 'override_spending_power' }),
  path: '/api/staff/receivers/:token/spending_power_override',
  summary: 'The override of a customer’s spending power in force, or null, and the earlier ones',
  out: z.object({
    override_cents: z.number().int().nullable(),
    expires_at: instant.nullable(),
    /** Between these spending power follows sales; an override takes precedence. */
    floor_cents: z.number().int().nullable(),
    ceiling_cents: z.number().int().nullable(),
    bounds_expire_at: instant.nullable(),
    history: z.array(
      z.object({ override_cents: z.number().int().nullable(), expires_at: instant.nullable(), reason: z.string(), set_by: z.string(), set_at: instant }),
    ),
  }),
});

/** Also removes a floor and a ceiling, which otherwise stay. A temporary override takes their place, so it must drop them. */
const dropsBounds = z.boolean().default(false);

export const putSpendingPowerOverride = defineRoute({
  ...changesCustomer({ who: 'admin', action: 'override_spending_power' }),
  method: 'PUT',
  path: '/api/staff/receivers/:token/spending_power_override',
  summary: 'Override a customer’s spending power, for good or until an instant',
  idempotent: false,
  body: z.strictObject({
    override_cents: z.number().int().min(0).max(maximumOverrideCents),
    expires_at: givenInstant.nullable(),
    drops_bounds: dropsBounds,
    reason,
  }),
  out: receiverSchema,
});

export const deleteSpendingPowerOverride = defineRoute({
  ...changesCustomer({ who: 'admin', action: 'override_spending_power' }),
  method: 'DELETE',
  path: '/api/staff/receivers/:token/spending_power_override',
  summary: 'Let a customer’s spending power follow from their sales again',
  idempotent: false,
  body: z.strictObject({ drops_bounds: dropsBounds, reason }),
  out: receiverSchema,
});

export const putAccountTerms = defineRoute({
  ...changesCustomer({ who: 'admin', action: 'set_account_terms' }),
  method: 'PUT',
  path: '/api/staff/receivers/:token/terms',
  summary: 'Set a customer’s plan, net terms, blacklist and other terms; what is left out stays as it is',
  idempotent: false,
  body: z.strictObject({
    payment_plan: z.enum(paymentPlans).optional(),
    /** Days. */
    net_terms: z.number().int().min(0).max(maximumNetTerms).optional(),
    net_terms_type: z.enum(netTermsTypes).optional(),
    is_black_listed: z.boolean().optional(),
    see_statements: z.boolean().optional(),
    auto_reconcile: z.boolean().optional(),
    can_use_plaid_transactions: z.boolean().optional(),
    is_subscribed: z.boolean().optional(),
    whitelabel_business_name: z.string().trim().min(1).max(typedLengths.businessName).nullable().optional(),
    reason,
  }),
  out: receiverSchema,
});

const sharedIdentity = z.object({
  id: z.string(),
  /** An EIN, or the SSN of a sole proprietor; or a store. */
  kind: z.enum(identityKinds),
  state: z.enum(claimStates),
  claimed_at: instant,
  /** The other account; null when it no longer has it. Its token is null in another program. */
  other: z.object({ token: z.string().nullable(), email: z.string(), program: z.string() }).nullable(),
});

export const getSharedIdentities = defineRoute({
  method: 'GET',
  path: '/api/staff/shared_identities',
  summary: 'Customers of this program whose EIN or store backs another account, refused or flagged until staff allow it; newest first',
  who: 'staff',
  out: z.object({
    shared_identities: z.array(sharedIdentity.extend({ token: z.string(), email: z.string(), business_name: z.string().nullable() })),
  }),
});

export const postSharedIdentityClear = defineRoute({
  ...changesCustomer({ who: 'admin', action: 'clear_identity' }),
  method: 'POST',
  path: '/api/staff/receivers/:token/shared_identities/:id/clear',
  summary: 'Let a customer use an EIN or a store that backs another account',
  idempotent: true,
  params: tokenParams.extend({ id: z.guid() }),
  body: z.strictObject({ reason }),
  out: z.object({ cleared: z.literal(true) }),
  problems: ['not_found'],
});

export const getAudit = defineRoute({
  ...readsCustomer({ who: 'staff', action: 'read_audit' }),
  path: '/api/staff/receivers/:token/audit',
  summary: 'The actions and reads of staff on a customer, newest first',
  query: z.strictObject({
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  out: z.object({
    entries: z.array(
      z.object({
        sequence: z.number().int(),
        at: instant,
        actor_email: z.string().nullable(),
        actor_role: z.string(),
        /** As it is stored: the name of an act, or the method and path of a call. */
        action: z.string(),
        outcome: z.string(),
        reason: z.string().nullable(),
        details: z.record(z.string(), z.unknown()),
        /** All of it in words. */
        text: z.string(),
        request_id: z.string().nullable(),
      }),
    ),
    next_before: z.string().nullable(),
  }),
});

export const getCustomer = defineRoute({
  ...readsCustomer({ who: 'staff', action: 'read_audit' }),
  path: '/api/staff/receivers/:token',
  summary: 'Everything about a customer on one page: account, timeline, spending power with its reasons, ledger, webhook events, notes',
  out: z.object({
    receiver: receiverSchema,
    /** The card of the customer's home as the issuer last reported it; null before it is issued. */
    home_card: z.object({ state: z.string(), is_on_hold: z.boolean() }).nullable(),
    timeline: z.array(z.object({ at: instant, kind: z.string(), source: z.enum(['onboarding', 'provider', 'money', 'mail', 'staff']), text: z.string() })),
    ledger: z.object({
      balances: z.record(z.string(), z.number().int()),
      transfers: z.array(
        z.object({
          at: instant,
          kind: z.string(),
          debit_account: z.string(),
          credit_account: z.string(),
          amount_cents: z.number().int(),
          subject_id: z.string().nullable(),
        }),
      ),
    }),
    spending_power: getSpendingPower.out,
    inbox: z.array(
      z.object({
        provider: z.string(),
        event_id: z.string(),
        type: z.string(),
        received_at: instant,
        handled_at: instant.nullable(),
        attempts: z.number().int(),
        error: z.string().nullable(),
      }),
    ),
    /** `is_holder`: this customer has it, and the other account wants it. */
    shared_identities: z.array(sharedIdentity.extend({ is_holder: z.boolean() })),
    notes: z.array(z.object({ id: z.string(), author_email: z.string(), text: z.string(), created_at: instant })),
  }),
});
export type CustomerAnswer = z.infer<(typeof getCustomer)['out']>;

export const getCustomerCards = defineRoute({
  ...readsCustomer({ who: 'staff', action: 'read_audit' }),
  path: '/api/staff/receivers/:token/cards',
  summary: 'All cards of a customer, the newest first, each with its holder, its controls and what is left of it; never a number',
  out: z.object({
    cards: z.array(cardSummarySchema.extend({ controls: cardControlsSchema })),
    /** Cards that were ordered and that the issuer has not made yet. */
    waiting: getCards.out.shape.waiting,
    /** The categories that the program declines on every card, whatever its own controls say. */
    blocked_categories: z.array(z.enum(categoryGroupKeys)),
  }),
});
export type CustomerCardsAnswer = z.infer<(typeof getCustomerCards)['out']>;

export const getCustomerTeam = defineRoute({
  ...readsCustomer({ who: 'staff', action: 'read_audit' }),
  path: '/api/staff/receivers/:token/team',
  summary: 'The people of a customer’s account: who they are, what they may do, and who was removed',
  out: z.object({
    /** The person who opened the account first, then by when they were invited. */
    members: z.array(
      memberSchema.omit({ is_you: true }).extend({
        removed_at: instant.nullable(),
        /** Whether the authentication provider is still to take a removed person out of the organization; their access has ended already. */
        is_leaving: z.boolean(),
      }),
    ),
  }),
});
export type CustomerTeamAnswer = z.infer<(typeof getCustomerTeam)['out']>;

export const postNote = defineRoute({
  ...changesCustomer({ who: 'staff', action: 'write_note' }),
  method: 'POST',
  path: '/api/staff/receivers/:token/notes',
  summary: 'Leave a note about a customer for other staff',
  idempotent: true,
  body: z.strictObject({ text: z.string().trim().min(1).max(typedLengths.staffNote) }),
  out: z.object({ id: z.string() }),
});

export const getDifferences = defineRoute({
  method: 'GET',
  path: '/api/staff/differences',
  summary:
    'Matters that staff have to settle: failed debits, debits that nobody ordered, other differences to the providers, and unclaimed credits, the oldest first',
  who: 'staff',
  limit: 'staffSearch',
  out: z.object({
    differences: z.array(
      z.object({
        id: z.string(),
        /** Null for a transfer of an account that no customer has linked. */
        customer: z.object({ token: z.string(), email: z.string(), business_name: z.string().nullable() }).nullable(),
        amount_cents: z.number().int().nullable(),
        /** The provider's code, such as R29. */
        code: z.string().nullable(),
        /** The difference, and the remedy. */
        text: z.string(),
        /** The subject, as the provider names it: a transfer, a transaction or a draw of ours; null for a credit. */
        reference: z.string().nullable(),
        /** False for one that goes by itself, such as a credit once it was paid out. */
        is_settled_by_hand: z.boolean(),
        found_at: instant,
      }),
    ),
    /** Whether there are more, which are shown once these are settled. */
    has_more: z.boolean(),
  }),
});

export const postDifferenceSettled = defineRoute({
  ...changesCustomer({ who: 'staff', action: 'read_audit' }),
  method: 'POST',
  path: '/api/staff/receivers/:token/differences/:id/settled',
  summary: 'Mark a difference about a customer as settled',
  idempotent: true,
  params: tokenParams.extend({ id: identifier }),
  body: z.strictObject({}),
  out: z.object({ settled: z.boolean() }),
});

export const postStrayTransferSettled = defineRoute({
  method: 'POST',
  path: '/api/staff/stray_transfers/:id/settled',
  summary: 'Mark a transfer that concerns no customer as settled',
  who: 'staff',
  masquerade: 'audited',
  idempotent: true,
  params: z.object({ id: identifier }),
  body: z.strictObject({}),
  out: z.object({ settled: z.boolean() }),
  problems: ['not_found'],
});

export const postManualRow = defineRoute({
  ...changesCustomer({ who: 'admin', action: 'add_manual_row' }),
  method: 'POST',
  path: '/api/staff/receivers/:token/manual_rows',
  summary: 'Add a credit to a customer’s repayments by hand, or take one back with an amount below 0',
  idempotent: true,
  body: z.strictObject({
    transaction_type: z.enum(manualTypes),
    amount_cents: z
      .number()
      .int()
      .min(-maximumManualCents)
      .max(maximumManualCents)
      .refine((amount) => amount !== 0, 'Enter an amount other than 0.'),
    reason,
  }),
  out: z.object({ id: z.string() }),
});

export const postClosing = defineRoute({
  ...changesCustomer({ who: 'admin', action: 'close_account' }),
  method: 'POST',
  path: '/api/staff/receivers/:token/closing',
  summary: 'Close a customer’s account: no new purchases; debts are collected, a credit is paid out, history stays',
  idempotent: true,
  /** The business name of the customer, or the email without one. */
  body: z.strictObject({ reason, confirmation: z.string().max(typedLengths.confirmation) }),
  out: z.object({ requested: z.boolean() }),
  problems: ['confirmation_needed'],
});

export const postReplay = defineRoute({
  ...changesCustomer({ who: 'staff', action: 'replay_event' }),
  method: 'POST',
  path: '/api/staff/receivers/:token/inbox/:provider/:event_id/replay',
  summary: 'Process a webhook event again',
  idempotent: true,
  params: tokenParams.extend({ provider: identifier, event_id: z.string().min(1).max(255) }),
  body: z.strictObject({}),
  out: z.object({ queued: z.boolean() }),
  problems: ['not_found'],
});

export const postMasqueradeEnd = defineRoute({
  method: 'POST',
  path: '/api/staff/receivers/:token/masquerade_end',
  summary: 'Stop viewing a customer',
  who: 'staff',
  subject: tokenSubject,
  masquerade: 'audited',
  idempotent: false,
  params: tokenParams,
  body: z.strictObject({}),
  out: z.object({ ended: z.boolean() }),
});

export const getAccessLog = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/access_log',
  summary: 'When support looked at this account, and what it changed',
  storeStaff: 'never',
  out: z.object({
    visits: z.array(
      z.object({ from: instant, to: instant, by: z.string(), looked_only: z.boolean(), changes: z.array(z.object({ at: instant, text: z.string() })) }),
    ),
  }),
});
export type AccessLogAnswer = z.infer<(typeof getAccessLog)['out']>;
