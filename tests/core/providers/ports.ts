import { Registry } from 'prom-client';
import { readConfig } from '../../../server/config.ts';
import { createProviderMetrics } from '../../../server/providers/metrics.ts';

/** Short enough for a test, long enough for an answer from this machine. */
export const shortLimits = { timeoutMs: 400, pauseMs: 5 };

/** The settings of a product that was given none. */
export const config = readConfig({});

export const registry = new Registry();
export const metrics = createProviderMetrics(registry);

export const program = { settingName: 'HEADWAY', authUrl: 'http://auth.headway.localhost:3900' } as const;
