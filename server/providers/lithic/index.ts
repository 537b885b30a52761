import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { CardIssuer } from '../ports/cardIssuer.ts';
import { lithicCalls } from './client.ts';
import { authorizationRequest, decisionAnswer, issuerEvent } from './map.ts';
import { walletScripts } from './walletScripts.ts';
import { signingKey, verifyMessage } from './webhook.ts';

/** Returns the card issuer over Lithic's SDK. Throws when a signing secret is malformed. */
export function createLithic(config: Config['lithic'], metrics: ProviderMetrics, limits?: CallLimits): CardIssuer {
  const webhookKey = signingKey(config.webhookSecret);
  const decisionKey = signingKey(config.decisionSecret);
  return {
    name: 'lithic',
    cardFrameUrl: `${config.embedUrl}/v1/embed/card`,
    walletScripts: walletScripts(config),
    ...lithicCalls(config, metrics, limits),
    readEvent: (rawBody, headers, now) => {
      const { id, body } = verifyMessage(webhookKey, rawBody, headers, now);
      return issuerEvent(id, body);
    },
    decisionAnswer,
    readAuthorizationRequest: (rawBody, headers, now) => authorizationRequest(verifyMessage(decisionKey, rawBody, headers, now).body),
  };
}
