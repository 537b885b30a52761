import { z } from 'zod';
import { staffAccesses } from '../domain/access/storeStaff.ts';
import { teamRoles } from '../domain/access/teamRoles.ts';
import { type ReceiverFieldName, receiverFields } from '../domain/receiver/receiver.ts';
import { blockKinds } from '../domain/spendingPower/blocks.ts';
import { storeErrors } from '../domain/store/storeErrors.ts';
import { defineRoute } from './define.ts';
import { changesAccount } from './heads.ts';
import { identifier } from './identifiers.ts';

const valueSchemas = {
  text: z.string().max(4_096),
  flag: z.boolean(),
  cents: z.number().int(),
  days: z.number().int(),
  instant: z.iso.datetime(),
} as const;

type Field = (typeof receiverFields)[ReceiverFieldName];
type ValueSchema<F extends Field> = F extends { always: true } | { type: 'flag' }
  ? (typeof valueSchemas)[F['type']]
  : z.ZodNullable<(typeof valueSchemas)[F['type']]>;
type FieldSchemas = { [Name in ReceiverFieldName]: ValueSchema<(typeof receiverFields)[Name]> };

function schemaOf(field: { type: keyof typeof valueSchemas; always?: true }): z.ZodType {
  const value = valueSchemas[field.type];
  return field.always || field.type === 'flag' ? value : value.nullable();
}

/** The schemas of the record's fields, derived from the domain's table of fields. */
const fieldSchemas = Object.fromEntries(Object.entries(receiverFields).map(([name, field]) => [name, schemaOf(field)])) as FieldSchemas;

const scheduleEntrySchema = z.object({
  /** Midnight UTC of the due date, in seconds since 1970-01-01 UTC. */
  payment_due_date: z.object({ seconds: z.number().int() }),
  total_owed_cents: z.number().int(),
  potential_cashback: z.number().int(),
});

const checklistEntrySchema = z.object({ key: z.string(), step: z.string(), isComplete: z.boolean() });

/** A receiver with the values derived from its accounts, its card and its onboarding. Amounts are in cents. */
export const receiverSchema = z.object({
  ...fieldSchemas,
  availableSpendPowerCents: z.number().int().nullable(),
  totalOutstandingCents: z.number().int(),
  /** Approved and not reported by the card issuer yet: neither outstanding nor available. */
  approvedCents: z.number().int(),
  /** Freed by repayments that can still come back, and not to be spent yet; and the coming days on which it can be. */
  heldBackCents: z.number().int(),
  freed_later: z.array(z.object({ on: z.iso.date(), cents: z.number().int() })),
  totalSpendPowerCents: z.number().int().nullable(),
  availableSpendPowerRatio: z.number().nullable(),
  paymentSchedule: z.array(scheduleEntrySchema),
  /** The next debit of the bank: its day, the sum of that day, and the due dates that it is for; null when none is to come. */
  next_debit: z.object({ debit_date: z.iso.date(), amount_cents: z.number().int(), due_dates: z.array(z.iso.date()) }).nullable(),
  /** The most that can be paid now, what cannot be paid yet, and what keeps the merchant from paying; null when nothing does. */
  payable: z.object({
    most_cents: z.number().int(),
    pending_cents: z.number().int(),
    in_flight_cents: z.number().int(),
    /** The part of these without a known transfer: the bank has not been asked, or has not answered. */
    asked_cents: z.number().int(),
    /** Of each payment of the schedule, the cents on their way from the bank, and the cents of draws whose outcome is unknown. */
    on_its_way_cents: z.array(z.number().int()),
    asked_parts_cents: z.array(z.number().int()),
    /** The least payment that ends a hold for a failed repayment once it has arrived; null without such a hold, or where none ends it. */
    ends_hold_cents: z.number().int().nullable(),
    obstacle: z.enum(['no_bank', 'debits_stopped']).nullable(),
  }),
  completion: z.array(checklistEntrySchema),
  /** The issuer's decision on the business, and the verification status of the bank account; null before there is one. */
  kybStatus: z.string().nullable(),
  plaid_account_verification_status: z.string().nullable(),
  /** Whether a physical card was asked for whose address is still missing. */
  wantsPhysicalCard: z.boolean(),
  /** Whether home still shows what to do first: until the merchant dismisses it. */
  showsFirstSteps: z.boolean(),
  /** Whether sales come in: from a store that was linked, or from a platform's app. False where staff skipped the step. */
  isStoreConnected: z.boolean(),
  /** How far the first reading of the store's sales has come; null when none is under way. */
  store_reading: z.object({ months_read: z.number().int(), months_wanted: z.number().int() }).nullable(),
  /** Why the store could not be read, wholly or in part; null without a problem. */
  store_problem: z.object({ error: z.enum(storeErrors), platform: z.string() }).nullable(),
  /** The reasons why the account is held: nothing can be spent meanwhile. */
  blocks: z.array(z.enum(blockKinds)),
  /** The cards whose transactions the account's report holds: the first one, and each with which something was bought, also of those that are closed. */
  card_tokens: z.array(z.string()),
  /** How far the closing of the account is; null for an account that stays open. */
  closing: z.enum(['closing', 'closed']).nullable(),
  /** The actions that the caller may apply to this record. */
  abilities: z.array(z.string()),
  /** Whether the reader of `email` has confirmed it. Without an address, `email` is empty. */
  is_email_confirmed: z.boolean(),
  /** An address that was given in place of `email` and that its reader has not confirmed yet; null when none is waiting. */
  email_waiting: z.string().nullable(),
  /** Whether a store's admin opened the account: its mails go to an address that the owner sets, and its staff may open it too. */
  is_opened_by_store: z.boolean(),
  /** Tells one of the store's staff who can do what they only see; null for everybody else. */
  owner_needed: z.string().nullable(),
  /** The owner's choice of what the store's staff see. */
  staff_access: z.enum(staffAccesses),
  /** The caller's role in the account's team. A cardholder's answer has no money, bank, store or settings of the account. */
  role: z.enum(teamRoles),
  /** The caller among the team; null for the person who opened the account. */
  member: z.object({ id: z.string(), name: z.string().nullable(), email: z.string() }).nullable(),
});
export type ReceiverAnswer = z.infer<typeof receiverSchema>;

export const getReceiver = defineRoute({
  method: 'GET',
  path: '/api/receiver',
  summary: 'A receiver: the caller’s own, one that staff name, or the customer whose email starts a masquerade',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'everyone',
  subject: { in: 'query', name: 'token', by: 'either', optional: true },
  action: 'view_cards',
  query: z.strictObject({ token: identifier.optional(), email: z.string().min(3).max(320).optional() }),
  out: receiverSchema,
  problems: ['forbidden'],
});

export const patchUser = defineRoute({
  ...changesAccount({ team: 'owner', action: 'update_account', masquerade: 'audited' }),
  method: 'PATCH',
  path: '/api/users/:token',
  summary: 'Save a receiver; fields equal to the stored ones are no change, and one forbidden change refuses the whole call',
  idempotent: false,
  // Loose, so that unknown names reach the rule that refuses them by name.
  body: z.looseObject(Object.fromEntries(Object.entries(fieldSchemas).map(([name, schema]) => [name, (schema as z.ZodType).optional()]))),
  out: receiverSchema,
  problems: ['forbidden', 'step_out_of_order'],
});

export const postFirstStepsDismissal = defineRoute({
  ...changesAccount({ team: 'owner', action: 'dismiss_first_steps', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/first_steps_dismissal',
  summary: 'Put away home’s panel of what to do first, on all devices and for good',
  idempotent: false,
  body: z.strictObject({}),
  out: receiverSchema,
});
