import { z } from 'zod';
import { type ProviderFailure, Refused, Unavailable, withoutSecrets } from '../failure.ts';

/** The platform answers a refusal with status 200 and says why in the errors. */

const wireErrors = z.array(z.object({ message: z.string().default(''), extensions: z.object({ code: z.string().nullish() }).nullish() }));
const wireCost = z.object({
  cost: z.object({ requestedQueryCost: z.number(), throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }) }),
});

/** The platform's code → ours. Any other is a query that the platform does not understand. */
const codes: Readonly<Record<string, string>> = {
  ACCESS_DENIED: 'access_denied',
  MAX_COST_EXCEEDED: 'max_cost_exceeded',
  SHOP_INACTIVE: 'shop_inactive',
};

/** Says that the app may see no orders at all until the platform approves it. */
const notApproved = /not approved to access/;

/** Converts the errors of an answer to a failure. A throttled call says how long until there are points enough. */
export function refusalOf(call: string, errors: unknown, extensions: unknown): ProviderFailure {
  const known = wireErrors.safeParse(errors).data ?? [];
  const all = known.map((error) => error.extensions?.code ?? '');
  const facts = { provider: 'shopify', call, message: withoutSecrets(known[0]?.message || 'the query was refused') };
  if (all.includes('THROTTLED')) return new Unavailable({ ...facts, code: 'throttled' }, waitForPoints(extensions));
  if (all.includes('INTERNAL_SERVER_ERROR')) return new Unavailable({ ...facts, code: 'internal_server_error' });
  if (known.some(({ message }) => notApproved.test(message))) return new Refused({ ...facts, code: 'customer_data_not_approved' });
  const code = all.map((one) => codes[one]).find((one) => one !== undefined) ?? 'graphql';
  return new Refused({ ...facts, code });
}

const usualWaitMs = 1_000;

/** Returns in how many milliseconds the query can be paid for. */
function waitForPoints(extensions: unknown): number {
  const { data } = wireCost.safeParse(extensions);
  if (!data) return usualWaitMs;
  const { requestedQueryCost, throttleStatus } = data.cost;
  const missing = Math.max(1, requestedQueryCost - throttleStatus.currentlyAvailable);
  return Math.ceil((missing / throttleStatus.restoreRate) * 1_000);
}
