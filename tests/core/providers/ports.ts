import { Registry } from 'prom-client';
import { readConfig } from '../../../server/config.ts';
import { createProviderMetrics } from '../../../server/providers/metrics.ts';

/** For calls that are answered, one way or another: long enough however busy the machine is. */
export const answeredLimits = { timeoutMs: 8_000, pauseMs: 5 };

/** For calls that are never answered, each of which takes this long. */
export const silentLimits = { timeoutMs: 150, pauseMs: 5 };

/** The settings of a product that was given none. */
export const config = readConfig({});

export const registry = new Registry();
export const metrics = createProviderMetrics(registry);

export const program = { settingName: 'HEADWAY', authUrl: 'http://auth.headway.localhost:3900' } as const;
