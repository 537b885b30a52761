import { randomUUID } from 'node:crypto';
import { type Chance, chanceOf } from '../../support/chance.ts';
import { callAs, keepDoing, type Load } from './load.ts';
import type { Merchant } from './merchant.ts';

/** A request of a merchant's page. */
interface Look {
  route: string;
  /** Relative frequency among the requests. */
  weight: number;
  path: (merchant: Merchant, chance: Chance, now: Date) => string;
  accept?: string;
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
const halfYear = (now: Date) => ({ start_at: new Date(now.getTime() - 183 * 86_400_000).toISOString(), end_at: now.toISOString() });
const month = (now: Date) => now.toISOString().slice(0, 7);

const sorts = {
  card: ['type', 'merchant', 'amount', 'transaction_date', 'repayment_date'],
  repayments: ['amount'],
  receivables: ['amount'],
} as const;
const tabs = ['card', 'card', 'repayments', 'receivables'] as const;
const ways = ['asc', 'desc'] as const;
const searches = ['', '', 'fjord', '12.', 'refund', 'nov', 'nothing is called this'] as const;

function tablePath({ token }: Merchant, chance: Chance): string {
  const tab = chance.pick(tabs);
  const shown = { tab, q: chance.pick(searches), sort: chance.pick(sorts[tab]), dir: chance.pick(ways), page: String(chance.between(1, 4)) };
  return `/api/users/${token}/transactions?${query(shown)}`;
}

const looks: readonly Look[] = [
  { route: 'GET /', weight: 6, path: () => '/', accept: 'text/html' },
  { route: 'GET /api/receiver', weight: 20, path: () => '/api/receiver' },
  { route: 'GET /api/users/:token/transactions', weight: 20, path: tablePath },
  { route: 'GET /api/lithic_card', weight: 10, path: ({ cardToken }) => `/api/lithic_card?${query({ token: cardToken })}` },
  { route: 'GET /api/users/:token/spending_power', weight: 6, path: ({ token }) => `/api/users/${token}/spending_power` },
  { route: 'GET /api/users/:token/declines', weight: 3, path: ({ token }) => `/api/users/${token}/declines` },
  { route: 'GET /api/users/:token/calendar', weight: 3, path: ({ token }) => `/api/users/${token}/calendar` },
  { route: 'GET /api/users/:token/pay_now', weight: 3, path: ({ token }) => `/api/users/${token}/pay_now?pay=next_due` },
  { route: 'GET /api/users/:token/kyb_status', weight: 2, path: ({ token }) => `/api/users/${token}/kyb_status` },
  { route: 'GET /api/users/:token/plaid_account', weight: 2, path: ({ token }) => `/api/users/${token}/plaid_account` },
  { route: 'GET /api/rutter_store', weight: 2, path: ({ storeHandle }) => `/api/rutter_store?${query({ rutterAccessToken: storeHandle })}` },
  {
    route: 'GET /api/lithic_card_embedded',
    weight: 2,
    path: ({ cardToken }) => `/api/lithic_card_embedded?${query({ token: cardToken, showPan: 'true' })}`,
  },
];

/** Downloads, with the requests of the report buttons. */
const exports: readonly [Look, ...Look[]] = [
  {
    route: 'GET /api/card_csv (file)',
    weight: 3,
    path: ({ cardToken }, _, now) => `/api/card_csv?${query({ lithic_card_tokens: cardToken, ...halfYear(now) })}`,
    accept: 'text/csv',
  },
  {
    route: 'GET /api/bank_csv (file)',
    weight: 2,
    path: ({ bankHandle }, _, now) => `/api/bank_csv?${query({ plaid_access_token: bankHandle, ...halfYear(now) })}`,
    accept: 'text/csv',
  },
  {
    route: 'GET /api/users/:token/receivables_csv (file)',
    weight: 2,
    path: ({ token }, _, now) => `/api/users/${token}/receivables_csv?${query(halfYear(now))}`,
    accept: 'text/csv',
  },
  {
    route: 'GET /api/users/:token/transactions_csv (file)',
    weight: 2,
    path: ({ token }, chance) => `/api/users/${token}/transactions_csv?${query({ tab: 'card', q: chance.pick(searches) })}`,
    accept: 'text/csv',
  },
  {
    route: 'GET /api/users/:token/accounting_import (file)',
    weight: 2,
    path: ({ token }, chance, now) =>
      `/api/users/${token}/accounting_import?${query({ format: chance.pick(['quickbooks', 'quickbooks3', 'xero', 'ofx']), ...halfYear(now) })}`,
    accept: 'text/csv, application/x-ofx',
  },
  {
    route: 'GET /api/users/:token/statements/:month (CSV)',
    weight: 2,
    path: ({ token }, chance, now) => `/api/users/${token}/statements/${month(now)}?${query({ kind: chance.pick(['card', 'repayments']) })}`,
    accept: 'text/csv',
  },
  {
    route: 'GET /api/users/:token/statements/:month (PDF)',
    weight: 1,
    path: ({ token }, _, now) => `/api/users/${token}/statements/${month(now)}`,
    accept: 'application/pdf',
  },
];

/** Each as often as its weight says. */
const weighted = [...looks, ...exports].flatMap((look) => Array.from({ length: look.weight }, () => look)) as unknown as readonly [Look, ...Look[]];

async function look(load: Load, merchant: Merchant, chance: Chance, { route, path, accept }: Look): Promise<void> {
  await callAs(load, merchant, route, path(merchant, chance, load.product.deps.clock()), accept === undefined ? {} : { headers: { accept } });
}

/** Fetches a file, as a report button does. */
export const lookAtFile = (load: Load, merchant: Merchant, chance: Chance): Promise<void> => look(load, merchant, chance, chance.pick(exports));

/** Pays the settled amount as the page does: with the amount that it showed. */
async function pay(load: Load, merchant: Merchant): Promise<void> {
  const path = `/api/users/${merchant.token}/pay_now`;
  const { body } = await callAs(load, merchant, 'GET /api/users/:token/pay_now', `${path}?pay=all`);
  if (!(body?.amount_cents > 0)) return;
  await callAs(load, merchant, 'POST /api/users/:token/pay_now', path, {
    method: 'POST',
    body: { pay: 'all', amount_cents: body.amount_cents },
    headers: { 'idempotency-key': randomUUID() },
  });
}

/** Locks the card briefly, then unlocks it. */
async function toggleCard(load: Load, merchant: Merchant): Promise<void> {
  for (const state of ['PAUSED', 'OPEN']) {
    await callAs(load, merchant, 'PATCH /api/lithic_card', '/api/lithic_card', { method: 'PATCH', body: { token: merchant.cardToken, state } });
  }
}

const browsers = 4;
const betweenLooksMs = 40;

/** Plays merchants who read their pages, download reports, sometimes pay early, and lock their cards. */
export async function browse(load: Load): Promise<void> {
  await Promise.all(
    Array.from({ length: browsers }, async (_, place) => {
      const chance = chanceOf(`${load.seed} browser ${place}`);
      await keepDoing(load, betweenLooksMs, async () => {
        const merchant = chance.pick(load.merchants);
        if (chance.is(0.03)) await pay(load, merchant);
        else if (chance.is(0.01)) await toggleCard(load, merchant);
        else await look(load, merchant, chance, chance.pick(weighted));
      });
    }),
  );
}
