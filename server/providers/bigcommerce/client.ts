import type { Config } from '../../config.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { sendHttp } from '../http.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { InstallCode, StoreGrant } from '../ports/controlPanel.ts';
import { storeGrant } from './map.ts';

export function bigcommerceCalls(config: Config['bigcommerce'], metrics: ProviderMetrics, limits: CallLimits = defaultLimits) {
  const call = createCall('bigcommerce', metrics, { limits });
  return {
    exchangeCode: ({ code, context, scope, redirectUri }: InstallCode): Promise<StoreGrant> =>
      call('exchange_code', 'once', async (signal) => {
        const body = JSON.stringify({
          client_id: config.clientId,
          client_secret: config.clientSecret,
          code,
          context,
          scope,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
        });
        const url = new URL(`${config.loginUrl}/oauth2/token`);
        const headers = { 'content-type': 'application/json', accept: 'application/json' };
        return storeGrant(JSON.parse(await sendHttp({ method: 'POST', url, headers, body, signal })));
      }),
  };
}
