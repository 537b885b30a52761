import type { CommerceLink } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { dayMs } from '../../../domain/basics/dates.ts';
import { accountErrorOf, type StoreError, storeErrorOf } from '../../../domain/store/storeErrors.ts';
import { isThrottled, ProviderFailure } from '../../../providers/failure.ts';
import type { ShopPage } from '../../../providers/ports/shopPlatform.ts';
import type { Deps } from '../../deps.ts';
import { storeSales } from '../appStore.ts';

/** The platform's own card processing: its payouts, and the payments that buyers' banks took back. */

const accountScopes = ['read_shopify_payments_accounts', 'read_shopify_payments'];

interface Part {
  scopes: readonly string[];
  until: 'payouts_until' | 'disputes_until';
  /** How many days back of the last reading a part may still change. */
  changingDays: number;
}

const payouts: Part = { scopes: ['read_shopify_payments_payouts', 'read_shopify_payments'], until: 'payouts_until', changingDays: 30 };
const disputes: Part = { scopes: ['read_shopify_payments_disputes', 'read_shopify_payments'], until: 'disputes_until', changingDays: 200 };

interface Reading {
  link: CommerceLink;
  shop: string;
  accessToken: string;
  scopes: readonly string[];
  startedAt: Date;
}

/**
 * Reads the payouts and the chargebacks: all of them at first, later those that may have changed. A failed part leaves the others alone.
 * Returns why something is missing; null when nothing is. Throws only the failure of a throttled call, which goes on later.
 */
export async function readPaymentsAccount(deps: Deps, scope: ReceiverScope, reading: Reading): Promise<StoreError | null> {
  const { shop, accessToken } = reading;
  const { shopPlatform } = deps.providers;
  const missingPayouts = await readPart(deps, scope, reading, payouts, (after) => shopPlatform.listPayouts(shop, accessToken, after));
  const missingDisputes = await readPart(deps, scope, reading, disputes, (after) => shopPlatform.listDisputes(shop, accessToken, after));
  return accountErrorOf(missingPayouts, missingDisputes);
}

async function readPart(
  deps: Deps,
  scope: ReceiverScope,
  { link, scopes, startedAt }: Reading,
  { scopes: wanted, until, changingDays }: Part,
  list: (after: string | null) => Promise<ShopPage>,
): Promise<'denied' | 'failed' | null> {
  if (![accountScopes, wanted].every((choice) => choice.some((one) => scopes.includes(one)))) return 'denied';
  const before = link[until];
  const since = before === null ? null : before.getTime() - changingDays * dayMs;
  try {
    for (let after: string | null = null; ; ) {
      const { items, next } = await list(after);
      // The newest come first: what follows a page of older ones is older still, and was read before.
      const isLast = next === null || (since !== null && items.some(({ createdAt }) => createdAt.getTime() < since));
      if (!(await storeSales(deps, scope, link, { items }, isLast ? { [until]: startedAt } : {})) || isLast) return null;
      after = next;
    }
  } catch (failure) {
    if (!(failure instanceof ProviderFailure) || isThrottled(failure)) throw failure;
    deps.log.warn({ provider: failure.provider, call: failure.call, code: failure.code }, 'a part of a shop could not be read');
    return storeErrorOf(failure.code) === 'access_denied' ? 'denied' : 'failed';
  }
}
