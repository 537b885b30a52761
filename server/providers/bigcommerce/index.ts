import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { ControlPanel } from '../ports/controlPanel.ts';
import { bigcommerceCalls } from './client.ts';
import { signLoad } from './signLoad.ts';
import { verifyControlPanelCall } from './webhook.ts';

/** Returns the control panel of BigCommerce. */
export function createBigcommerce(config: Config['bigcommerce'], metrics: ProviderMetrics, limits?: CallLimits): ControlPanel {
  return {
    ...bigcommerceCalls(config, metrics, limits),
    signLoad: (grant, now) => signLoad(config, grant, now),
    readCall: (token, now) => verifyControlPanelCall(config, token, now),
  };
}
