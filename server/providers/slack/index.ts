import type { Config } from '../../config.ts';
import { isSlackWebhook } from '../../domain/alerts/alertAddresses.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Slack } from '../ports/slack.ts';
import { slackCalls } from './client.ts';

/** Returns Slack by its incoming webhooks. */
export function createSlack(config: Config['slack'], metrics: ProviderMetrics, limits?: CallLimits): Slack {
  const isKnown = (webhookUrl: string) => isSlackWebhook(webhookUrl, config.standIn?.origin ?? null);
  return { isKnown, post: slackCalls(config, { isKnown, metrics, limits }) };
}
