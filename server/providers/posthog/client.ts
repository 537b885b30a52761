import { PostHog, type PostHogOptions } from 'posthog-node';
import { type CallLimits, createCall, defaultLimits, usualTimeoutMs } from '../call.ts';
import { HttpError } from '../failure.ts';
import type { ProviderMetrics } from '../metrics.ts';
import { eventMessage } from './map.ts';

type Send = NonNullable<PostHogOptions['fetch']>;

/** Returns analytics over the SDK, which sends events in batches. Reports a failed batch to the SDK as delivered; else it would keep, repeat and print it. */
export function posthogAnalytics({ key, host }: { key: string; host: string }, metrics: ProviderMetrics, limits: CallLimits = defaultLimits) {
  const call = createCall('posthog', metrics, { limits });
  const delivered = { status: 200, text: async () => '', json: async () => ({}) };

  const send: Send = async (url, { method, headers, body }) => {
    await call('send_events', 'once', async (signal) => {
      const response = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body: await body }) });
      const text = await response.text();
      if (!response.ok) throw new HttpError(response.status, response.headers, text);
    }).catch(() => undefined);
    return delivered;
  };

  // Longer than our own limit, so that ours ends a call first: the SDK prints to the console when its limit is reached.
  const sdkTimeoutMs = 2 * (limits.timeoutMs ?? usualTimeoutMs);
  const sdk = new PostHog(key, { host, fetch: send, fetchRetryCount: 0, requestTimeout: sdkTimeoutMs, disableRemoteConfig: true });
  return {
    capture: (event: Parameters<typeof eventMessage>[0]): void => sdk.capture(eventMessage(event)),
    close: (): Promise<void> => sdk.shutdown(sdkTimeoutMs),
  };
}
