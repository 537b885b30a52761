import type { RequestHandler } from 'express';
import { Refusal } from '../core/handle.ts';
import type { Quotas } from '../core/quotas.ts';
import { failure } from './refusal.ts';

/** Requests a second of one method to one resource, in production: for reading, for writing, and where writing differs. */
const reads = 30;
const writes = 5;
const writesOf: Readonly<Record<string, number>> = { cards: 15 };

/**
 * Counts requests by resource, which is the first part of their path, and by method. Tells in each answer how many are left in this
 * second, and refuses those beyond with 429. The frame with the card is not counted.
 */
export const countRequests =
  (quotas: Quotas): RequestHandler =>
  ({ path, method }, response, next) => {
    const [, resource = ''] = path.split('/');
    const requests = method === 'GET' ? reads : (writesOf[resource] ?? writes);
    const { isBeyond, left } = quotas.count(`${method} ${resource}`, { requests, windowMs: 1_000 });
    response.set('x-requests-remaining', String(left));
    next(isBeyond ? new Refusal(429, failure(429), { 'retry-after': '1' }) : undefined);
  };
