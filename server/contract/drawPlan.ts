import { z } from 'zod';
import { waits } from '../domain/repayment/safeDraws.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { bankSchema } from './payments.ts';

const preferenceSchema = z.object({
  /** 1 for Monday to 5 for Friday; null for each due date on its own day. */
  weekday: z.number().int().min(1).max(5).nullable(),
});

const shortDrawSchema = z.object({
  debit_date: z.iso.date(),
  amount_cents: z.number().int(),
  due_dates: z.array(z.iso.date()),
  /** The cents that the account can bear, by the last look; null where the bank did not tell. */
  safe_cents: z.number().int().nullable(),
  missing_cents: z.number().int(),
  checked_at: z.iso.datetime(),
  bank: bankSchema.nullable(),
  /** The days to which the draw can be moved; empty where it can no more. */
  days: z.array(z.iso.date()),
  /** The bank from which it can be drawn instead; null without one. */
  other_bank: bankSchema.nullable(),
  /** How it waits where it is still short on its day; null where a part of it is drawn then. */
  waits: z.enum(waits).nullable(),
});

const arrangementSchema = z.object({
  due_date: z.iso.date(),
  first_on: z.iso.date(),
  first_cents: z.number().int().nullable(),
  rest_on: z.iso.date().nullable(),
  from_other_bank: z.boolean(),
  /** The arrangement, as a sentence. */
  says: z.string(),
});

const drawPlanSchema = z.object({
  preference: preferenceSchema,
  other_bank: bankSchema.nullable(),
  /** The draw that looks short, the nearest first; null where none does. */
  short_draw: shortDrawSchema.nullable(),
  /** The arrangements about draws to come. */
  arrangements: z.array(arrangementSchema),
});
export type DrawPlanAnswer = z.infer<typeof drawPlanSchema>;

export const getDrawPlan = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/draw_plan',
  summary: 'On which days repayments are drawn, whether the bank account looks short for one, and what can be done about it',
  out: drawPlanSchema,
});

export const putDrawPreference = defineRoute({
  ...changesAccount({ team: 'owner', action: 'pay_now', masquerade: 'refused' }),
  method: 'PUT',
  path: '/api/users/:token/draw_preference',
  summary: 'Choose a day of the week for all draws; no due date moves',
  idempotent: false,
  body: z.strictObject(preferenceSchema.shape),
  out: drawPlanSchema,
});

export const postDrawArrangement = defineRoute({
  ...changesAccount({ team: 'owner', action: 'pay_now', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/draw_arrangement',
  summary: 'Move the draws of a day, or have them drawn from the other bank; no due date moves',
  idempotent: false,
  body: z.discriminatedUnion('choice', [
    z.strictObject({ choice: z.literal('move'), debit_date: z.iso.date(), to: z.iso.date() }),
    z.strictObject({ choice: z.literal('other_bank'), debit_date: z.iso.date() }),
  ]),
  out: drawPlanSchema,
  problems: ['draw_not_movable'],
});
