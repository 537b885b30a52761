import type Lithic from 'lithic';
import { z } from 'zod';
import { refuse } from './refusal.ts';

/** The kinds of rules that are played here; of the conditions, those about what a purchase says of itself. */
const types = ['CONDITIONAL_BLOCK', 'CONDITIONAL_ACTION', 'VELOCITY_LIMIT'] as const;
const attributes = ['MCC', 'COUNTRY', 'CURRENCY', 'MERCHANT_ID', 'DESCRIPTOR', 'TRANSACTION_AMOUNT'] as const;

const optional = z.exactOptional;
const tokens = z.array(z.uuid());
const name = z.string().max(1_024).nullable();

const conditions = z
  .array(
    z.union([
      z.strictObject({ attribute: z.enum(attributes), operation: z.enum(['IS_ONE_OF', 'IS_NOT_ONE_OF']), value: z.array(z.string()).min(1) }),
      z.strictObject({ attribute: z.enum(attributes), operation: z.enum(['MATCHES', 'DOES_NOT_MATCH']), value: z.string() }),
      z.strictObject({
        attribute: z.literal('TRANSACTION_AMOUNT'),
        operation: z.enum(['IS_GREATER_THAN', 'IS_GREATER_THAN_OR_EQUAL_TO', 'IS_LESS_THAN', 'IS_LESS_THAN_OR_EQUAL_TO', 'IS_EQUAL_TO', 'IS_NOT_EQUAL_TO']),
        value: z.number(),
      }),
    ]),
  )
  .min(1);

const mccs = optional(
  z
    .array(z.string().regex(/^[0-9]{4}$/))
    .min(1)
    .nullable(),
);
const countries = optional(
  z
    .array(z.string().regex(/^[A-Z]{3}$/))
    .min(1)
    .nullable(),
);
const most = optional(z.int().min(0).nullable());

const period = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('CUSTOM'), duration: z.int().min(10).max(7_776_000) }),
  z.strictObject({ type: z.literal('DAY') }),
  z.strictObject({ type: z.literal('WEEK'), day_of_week: optional(z.int().min(1).max(7)) }),
  z.strictObject({ type: z.literal('MONTH'), day_of_month: optional(z.int().min(1).max(31)) }),
  z.strictObject({ type: z.literal('YEAR'), day_of_month: optional(z.int().min(1).max(31)), month: optional(z.int().min(1).max(12)) }),
]);

const parametersOf = {
  CONDITIONAL_BLOCK: z.strictObject({ conditions }),
  CONDITIONAL_ACTION: z.strictObject({ action: z.literal('DECLINE'), conditions }),
  VELOCITY_LIMIT: z
    .strictObject({
      scope: z.enum(['CARD', 'ACCOUNT']),
      period,
      filters: optional(z.strictObject({ include_mccs: mccs, exclude_mccs: mccs, include_countries: countries, exclude_countries: countries })),
      limit_amount: most,
      limit_count: most,
    })
    .refine(({ limit_amount, limit_count }) => limit_amount != null || limit_count != null, 'limit_amount or limit_count is required'),
} as const;

export type Condition = z.infer<typeof conditions>[number];
export type ConditionalParameters = z.infer<(typeof parametersOf)['CONDITIONAL_BLOCK']>;
export type VelocityParameters = z.infer<(typeof parametersOf)['VELOCITY_LIMIT']>;
type Parameters = Lithic.AuthRules.AuthRuleVersion['parameters'];

const appliesTo = {
  account_tokens: optional(tokens),
  business_account_tokens: optional(tokens),
  card_tokens: optional(tokens),
  program_level: optional(z.boolean()),
  excluded_card_tokens: optional(tokens),
  excluded_account_tokens: optional(tokens),
  excluded_business_account_tokens: optional(tokens),
};

export const createRuleBody = z.strictObject({
  type: z.enum(types),
  parameters: z.unknown(),
  name: optional(name),
  event_stream: optional(z.literal('AUTHORIZATION')),
  ...appliesTo,
});
/** Only taking a rule out of force is possible here; promoting a draft puts it in force. */
export const patchRuleBody = z.strictObject({ name: optional(name), state: optional(z.literal('INACTIVE')), ...appliesTo });
export const draftBody = z.strictObject({ parameters: optional(z.unknown()) });
export const backtestBody = z.strictObject({ start: optional(z.iso.datetime({ offset: true })), end: optional(z.iso.datetime({ offset: true })) });

/** Reads the parameters of a rule of this kind. Refuses any others. */
export function parseParameters(type: Lithic.AuthRules.AuthRule['type'], parameters: unknown): Parameters {
  const schema = Object.entries(parametersOf).find(([known]) => known === type)?.[1];
  const read = schema?.safeParse(parameters);
  if (read?.success) return read.data as Parameters;
  const issues = read?.error.issues.map(({ path, message }) => `${['parameters', ...path].join('.')}: ${message}`) ?? [
    `type: ${type} rules are not played here`,
  ];
  throw refuse(400, issues.join('; '));
}
