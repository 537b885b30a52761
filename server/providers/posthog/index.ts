import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Analytics } from '../ports/analytics.ts';
import { posthogAnalytics } from './client.ts';
import { noAnalytics } from './none.ts';

/** Returns analytics by PostHog; when they are off, analytics that send nothing. */
export function createPosthog(config: Config['posthog'], metrics: ProviderMetrics, limits?: CallLimits): Analytics {
  return config === undefined ? noAnalytics : posthogAnalytics(config, metrics, limits);
}
