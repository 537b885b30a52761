import type { RequestHandler } from 'express';
import { Refusal } from '../core/handle.ts';
import { minuteMs } from '../core/measures.ts';
import type { Quotas } from '../core/quotas.ts';
import { limitError } from './refusal.ts';

interface Limit {
  /** Requests a minute for one item; null where only the client's are counted. */
  item: number | null;
  client: number;
  code: string;
}

/**
 * Requests a minute in production, by endpoint: those of accounts, authentication and items as published. Those of transfers are
 * not: the sandbox takes less than a client of that size would need. Evaluations are held to the quota of balances, whose readings they
 * stand for, and reports to few.
 */
const limits: Readonly<Record<string, Limit>> = {
  '/accounts/balance/get': { item: 5, client: 1_200, code: 'BALANCE_LIMIT' },
  '/accounts/get': { item: 15, client: 15_000, code: 'ACCOUNTS_LIMIT' },
  '/auth/get': { item: 15, client: 12_000, code: 'AUTH_LIMIT' },
  '/item/get': { item: 15, client: 5_000, code: 'ITEM_GET_LIMIT' },
  '/item/remove': { item: 30, client: 2_000, code: 'RATE_LIMIT' },
  '/signal/evaluate': { item: 5, client: 1_200, code: 'RATE_LIMIT' },
  '/signal/return/report': { item: null, client: 100, code: 'RATE_LIMIT' },
  '/signal/decision/report': { item: null, client: 100, code: 'RATE_LIMIT' },
  '/transfer/authorization/create': { item: null, client: 1_000, code: 'RATE_LIMIT' },
  '/transfer/create': { item: null, client: 1_000, code: 'RATE_LIMIT' },
  '/transfer/get': { item: null, client: 1_000, code: 'RATE_LIMIT' },
  '/transfer/list': { item: null, client: 100, code: 'RATE_LIMIT' },
  '/transfer/event/sync': { item: null, client: 100, code: 'RATE_LIMIT' },
};

/** Counts requests of each endpoint, of the client and of each item, and refuses those beyond with 429. */
export const countRequests =
  (quotas: Quotas): RequestHandler =>
  ({ path, body }, _response, next) => {
    const limit = limits[path];
    if (!limit) return next();
    const token: unknown = body?.access_token;
    const isItemBeyond =
      limit.item !== null && typeof token === 'string' && quotas.count(`${path} ${token}`, { requests: limit.item, windowMs: minuteMs }).isBeyond;
    const isBeyond = isItemBeyond || quotas.count(path, { requests: limit.client, windowMs: minuteMs }).isBeyond;
    next(isBeyond ? new Refusal(429, limitError(limit.code)) : undefined);
  };
