import type { RequestHandler } from 'express';
import type { SandboxClock } from '../core/clock.ts';
import { Refusal } from '../core/handle.ts';

/** The requests of a window, by plan: Plus and Standard have the smallest. */
const standardPlan = { requests: 150, window_ms: 30_000 };

export interface Quota {
  /** Requests that all apps of a store have together in a window. */
  requests: number;
  window_ms: number;
}

interface Window {
  endsAtMs: number;
  used: number;
}

export interface Quotas {
  /** Gives a store another plan; a new window begins. */
  set(hash: string, quota: Quota): void;
  /** Counts requests of the store's other apps, which share its quota. */
  countElsewhere(hash: string, requests: number): void;
  /** Counts a request and tells the store's quota in its answer. Refuses it with 429 beyond the quota. */
  count: RequestHandler;
}

/** Counts the requests of every store in windows of its plan, of the machine's time; where days are skipped, those before are over. */
export function openQuotas({ machineNow, onNewBeginning }: Pick<SandboxClock, 'machineNow' | 'onNewBeginning'>): Quotas {
  const plans = new Map<string, Quota>();
  const windows = new Map<string, Window>();
  const planOf = (hash: string) => plans.get(hash) ?? standardPlan;
  onNewBeginning(() => windows.clear());

  function windowOf(hash: string): Window {
    const nowMs = machineNow().getTime();
    const present = windows.get(hash);
    if (present && nowMs < present.endsAtMs) return present;
    const next = { endsAtMs: nowMs + planOf(hash).window_ms, used: 0 };
    windows.set(hash, next);
    return next;
  }

  return {
    set(hash, quota) {
      plans.set(hash, quota);
      windows.delete(hash);
    },
    countElsewhere(hash, requests) {
      windowOf(hash).used += requests;
    },
    count({ params: { hash = '' } }, response, next) {
      const { requests, window_ms } = planOf(hash);
      const current = windowOf(hash);
      const isBeyond = current.used >= requests;
      if (!isBeyond) current.used += 1;
      const resetMs = Math.max(1, current.endsAtMs - machineNow().getTime());
      response.set({
        'X-Rate-Limit-Time-Window-Ms': String(window_ms),
        'X-Rate-Limit-Time-Reset-Ms': String(resetMs),
        'X-Rate-Limit-Requests-Quota': String(requests),
        'X-Rate-Limit-Requests-Left': String(Math.max(0, requests - current.used)),
      });
      if (!isBeyond) return next();
      const retryAfter = { 'X-Retry-After': String(Math.ceil(resetMs / 1000)) };
      next(new Refusal(429, { status: 429, title: 'Too many requests', type: 'https://developer.bigcommerce.com/docs/start/about/status-codes' }, retryAfter));
    },
  };
}
