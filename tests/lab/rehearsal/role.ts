import { systemClock } from '../../../server/clock.ts';
import { readConfig } from '../../../server/config.ts';
import { createLog } from '../../../server/log.ts';
import { createLifecycle } from '../../../server/start/lifecycle.ts';
import { startProduct } from '../../../server/start/product.ts';

// Runs one role of the product in a separate process that lives in the rehearsed day, and answers any message with its calls to providers.

const config = readConfig(process.env);
const lifecycle = createLifecycle();
lifecycle.stopOnSignals(createLog(config.logLevel));
const { deps } = await startProduct(config, lifecycle, { frontends: 'none', clock: systemClock });

process.on('message', async () => {
  const [budgeted, all] = await Promise.all(['provider_budget_calls_total', 'provider_calls_total'].map((name) => deps.metrics.getSingleMetric(name)?.get()));
  const calls: Record<string, number> = {};
  const add = (name: string, count: number) => {
    calls[name] = (calls[name] ?? 0) + count;
  };
  for (const { labels, value } of budgeted?.values ?? []) add(`${labels.provider} ${labels.resource}`, value);
  // What has no published quota is counted by call.
  for (const { labels, value } of all?.values ?? [])
    if (!['lithic', 'plaid', 'rutter'].includes(String(labels.provider))) add(`${labels.provider} ${labels.call}`, value);
  process.send?.(calls);
});
process.send?.('ready');
