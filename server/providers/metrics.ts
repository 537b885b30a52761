import { Counter, Histogram, type Registry } from 'prom-client';
import type { Budget } from './budget.ts';

export type Outcome = 'ok' | 'refused' | 'unavailable' | 'unknown';

export interface ObservedCall {
  provider: string;
  call: string;
  outcome: Outcome;
  seconds: number;
}

/** Counts and times every call to a provider. */
export type ProviderMetrics = (observed: ObservedCall) => void;

const LABELS = ['provider', 'call', 'outcome'] as const;

/** Counts the calls that were taken out of a provider's budget, and the time that they waited for it. */
export type BudgetMetrics = Budget['spent'];

/** Registers `provider_budget_calls_total` and `provider_budget_waited_seconds_total`, once per registry. */
export function createBudgetMetrics(registry: Registry): BudgetMetrics {
  const labels = ['provider', 'resource', 'urgency'] as const;
  const calls = new Counter({
    name: 'provider_budget_calls_total',
    help: 'Calls taken out of a provider’s budget, and those given up after waiting for it',
    labelNames: [...labels, 'outcome'],
    registers: [registry],
  });
  const waited = new Counter({
    name: 'provider_budget_waited_seconds_total',
    help: 'Time that calls waited for a provider’s budget',
    labelNames: labels,
    registers: [registry],
  });
  return ({ provider, resource, urgency, waitedMs, isMade }) => {
    calls.inc({ provider, resource, urgency, outcome: isMade ? 'made' : 'given_up' });
    waited.inc({ provider, resource, urgency }, waitedMs / 1000);
  };
}

/** Registers `provider_calls_total` and `provider_call_duration_seconds`, once per registry. */
export function createProviderMetrics(registry: Registry): ProviderMetrics {
  const calls = new Counter({
    name: 'provider_calls_total',
    help: 'Calls to providers by provider, call and outcome',
    labelNames: LABELS,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'provider_call_duration_seconds',
    help: 'Time that calls to providers took, our repeats included',
    labelNames: LABELS,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return ({ provider, call, outcome, seconds }) => {
    calls.inc({ provider, call, outcome });
    duration.observe({ provider, call, outcome }, seconds);
  };
}
