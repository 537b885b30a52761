import { metricsOf, samplesIn } from '../metrics.ts';
import type { SoakedProduct } from '../product.ts';

/** This share of the decisions has to be answered within so many seconds, which are a bucket of the histogram. */
const quickShare = 0.99;
const quickSeconds = '0.05';

/** Reports too many decisions that took longer than 50 ms, by the metrics of the processes that decide. */
export async function slowDecisions({ deciderUrls }: Pick<SoakedProduct, 'deciderUrls'>): Promise<string[]> {
  const texts = await Promise.all(deciderUrls.map(metricsOf));
  return slowIn(texts);
}

/** Does the same by the texts of their metrics. */
export function slowIn(texts: readonly string[]): string[] {
  const sum = (name: string, le?: string) =>
    texts
      .flatMap((text) => samplesIn(text, name))
      .filter(({ labels }) => le === undefined || labels.le === le)
      .reduce((total, { value }) => total + value, 0);
  const all = sum('authorization_answer_seconds_count');
  const quick = sum('authorization_answer_seconds_bucket', quickSeconds);
  if (all === 0) return ['no purchase was decided'];
  return quick >= all * quickShare ? [] : [`${all - quick} of ${all} decisions took longer than 50 ms`];
}
