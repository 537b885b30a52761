import { prismaOf, type Transaction } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { takeCall } from '../../server/db/queries/providerBudget.ts';
import type { Allowance, Quota } from '../../server/providers/allowance.ts';
import type { Budget } from '../../server/providers/budget.ts';
import { createCall } from '../../server/providers/call.ts';
import { HttpError } from '../../server/providers/failure.ts';
import { quotaOf as issuerQuotaOf } from '../../server/providers/lithic/quotas.ts';
import { quotaOf as bankQuotaOf } from '../../server/providers/plaid/quotas.ts';
import { Quotas } from '../../server/sandbox/core/quotas.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import type { Chance } from '../support/chance.ts';

/** The effects of the quotas on a life. */
export interface QuotaEffects {
  /** Calls that a provider refused. */
  refused: number;
  /** Waits for our own budget. */
  waited: number;
  /** Calls that were given up because the budget was spent for longer than work waits. */
  givenUp: number;
}

/** The quotas are so much smaller than the published ones as one merchant is beside all. */
const percent = 20;

/** How long a call takes, and how long a job that failed waits before it is tried again, in milliseconds. */
const callMs = 20;
const retryMs = 60_000;

/** How long a budget stays spent that other merchants have spent: longer than any work waits for its turn, in milliseconds. */
const spentForMs = 400_000;
/** The longest that a budget is waited for otherwise, in milliseconds. */
const usualWaitMs = 30_000;

const beyondQuota = (header: Record<string, string>) => new HttpError(429, new Headers(header), { message: 'too many requests' });

/** Both providers, how they name their quotas, and the headers with which they refuse. */
const strict = {
  cardIssuer: { provider: 'lithic', quotaOf: issuerQuotaOf, refusal: () => beyondQuota({ 'retry-after': '1' }) },
  bank: { provider: 'plaid', quotaOf: bankQuotaOf, refusal: () => beyondQuota({}) },
} as const;

const smaller = (quota: Quota): Quota => ({ ...quota, requests: Math.max(1, Math.floor((quota.requests * percent) / 100)) });

/** Returns the name that an adapter gives to a call of its port. */
const adapterName = (call: string): string => call.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Call = (...words: unknown[]) => Promise<unknown>;

export type HeldToQuotas = ReturnType<typeof holdToQuotas>;

/**
 * Puts the adapters' own budget, and the stand-ins' own counters, before the calls of both simulated providers. Other clients spend
 * from the same quotas now and then, and sweeps of other merchants from the same budget. Time is that of the life: it passes with calls and waits.
 */
export function holdToQuotas(deps: OpenDeps, chance: Chance) {
  const effects: QuotaEffects = { refused: 0, waited: 0, givenUp: 0 };
  let nowMs = 0;
  const clock = { machineNow: () => new Date(nowMs), onNewBeginning: () => {} };
  const counters = { cardIssuer: new Quotas(clock), bank: new Quotas(clock) };
  const asOf = new Map<string, number>();
  const blockedUntil = new Map<string, number>();

  /** Takes a call at the life's present: the row is put to the age that it has by the life's time. */
  const takeNow = (allowance: Allowance) =>
    inTransaction(deps.database, async (transaction: Transaction) => {
      const ageMs = nowMs - (asOf.get(allowance.name) ?? nowMs);
      const blockedMs = (blockedUntil.get(allowance.name) ?? nowMs) - nowMs;
      await prismaOf(transaction).$executeRaw`
        UPDATE provider_budget SET as_of = now() - ${ageMs}::float8 * interval '1 millisecond', blocked_until = now() + ${blockedMs}::float8 * interval '1 millisecond'
        WHERE name = ${allowance.name}`;
      asOf.set(allowance.name, nowMs);
      return takeCall(transaction, allowance);
    });

  const budget: Budget = {
    async take(allowance) {
      if (chance.is(0.03)) blockedUntil.set(allowance.name, nowMs + spentForMs);
      for (let waitMs = await takeNow(allowance); ; waitMs = await takeNow(allowance)) {
        if (waitMs === 0) return 0;
        if (waitMs > usualWaitMs) return spentForMs;
        effects.waited += 1;
        // The database counts in whole milliseconds.
        nowMs += waitMs + 2;
      }
    },
    async block(name, forMs) {
      blockedUntil.set(name, Math.max(blockedUntil.get(name) ?? 0, nowMs + forMs));
    },
    spent({ isMade }) {
      if (!isMade) effects.givenUp += 1;
    },
  };

  function held<Port extends object>(port: keyof typeof strict, calls: Port): Port {
    const { provider, quotaOf, refusal } = strict[port];
    const smallerQuotaOf = (name: string) => {
      const quota = quotaOf(name);
      return quota && smaller(quota);
    };
    const call = createCall(provider, () => {}, { limits: { timeoutMs: 10_000, pauseMs: 0, budget }, quotaOf: smallerQuotaOf });
    const heldCall =
      (name: string, quota: Quota, made: Call): Call =>
      (...words) =>
        // A call that is refused is not repeated at once, but by its job.
        call(name, 'once', () => {
          nowMs += callMs;
          const count = () => counters[port].count(quota.resource, quota).isBeyond;
          if (chance.is(0.15)) while (!count());
          if (!count()) return made(...words);
          effects.refused += 1;
          return Promise.reject(refusal());
        });
    return new Proxy(calls, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        const adapter = adapterName(String(name));
        const quota = smallerQuotaOf(adapter);
        return quota && typeof member === 'function' ? heldCall(adapter, quota, member as Call) : member;
      },
    });
  }

  const providers = { ...deps.providers, cardIssuer: held('cardIssuer', deps.providers.cardIssuer), bank: held('bank', deps.providers.bank) };
  return {
    deps: { ...deps, providers },
    effects,
    /** Lets the time pass that failed work waits before it is tried again. */
    waitForRetry(): void {
      nowMs += retryMs;
    },
  };
}
