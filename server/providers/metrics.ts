import { Counter, Histogram, type Registry } from 'prom-client';

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
