import { metricsOf, samplesIn } from '../metrics.ts';
import type { SoakedProduct } from '../product.ts';
import type { QuotaRefusals } from '../quotaRefusals.ts';

/** Reports calls that a provider's quota refused, and calls of a person or for the state of a card that were given up because the budget was spent. */
export async function quotaFailures({ url }: Pick<SoakedProduct, 'url'>, { counted }: Pick<QuotaRefusals, 'counted'>): Promise<string[]> {
  return [...[...counted].map(([call, times]) => `${call} was refused ${times} times for being too many`), ...givenUpIn(await metricsOf(url))];
}

/** Returns the calls in the text of a process's metrics that somebody waited for and that were given up. */
export const givenUpIn = (text: string): string[] =>
  samplesIn(text, 'provider_budget_calls_total')
    .filter(({ labels, value }) => labels.outcome === 'given_up' && labels.urgency !== 'sweep' && value > 0)
    .map(({ labels, value }) => `${value} calls of ${labels.provider} ${labels.resource} were given up that somebody waited for (${labels.urgency})`);
