import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import { bigcommerceCalls, type InstallCode } from './client.ts';
import type { ControlPanelCall, StoreGrant } from './map.ts';
import { verifyControlPanelCall } from './webhook.ts';

export type { InstallCode } from './client.ts';
export type { ControlPanelCall, StoreGrant } from './map.ts';

/** The store platform whose control panel opens the dashboard. */
export interface ControlPanel {
  /** Exchanges the code of an installation for access to the store. Not to be repeated: a code is good once; after `Unknown` the merchant installs again. */
  exchangeCode(code: InstallCode): Promise<StoreGrant>;

  /** Verifies and reads the `signed_payload_jwt` of load, uninstall and remove_user. Throws InvalidSignature. Whether a token may be shown twice is the caller's to decide. */
  readCall(token: string, now: Date): Promise<ControlPanelCall>;
}

/** The control panel of BigCommerce. */
export function createBigcommerce(config: Config['bigcommerce'], metrics: ProviderMetrics, limits?: CallLimits): ControlPanel {
  return {
    ...bigcommerceCalls(config, metrics, limits),
    readCall: (token, now) => verifyControlPanelCall(config, token, now),
  };
}
