import { createECDH } from 'node:crypto';
import type { Config } from '../../config.ts';
import { isPushEndpoint } from '../../domain/alerts/alertAddresses.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { PushSender } from '../ports/pushSender.ts';
import { webPushCalls } from './client.ts';

/** Returns the public half of a VAPID key, base64url. */
function publicHalf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return pair.getPublicKey('base64url');
}

/** Returns the sender of push messages by Web Push. */
export function createWebPush(config: Config['webPush'], metrics: ProviderMetrics, limits?: CallLimits): PushSender {
  const { privateKey, standIn } = config;
  const publicKey = privateKey === undefined ? null : publicHalf(privateKey);
  const isKnown = (endpoint: string) => isPushEndpoint(endpoint, standIn?.origin ?? null);
  const keys = privateKey === undefined || publicKey === null ? null : { privateKey, publicKey };
  return { publicKey, isKnown, send: webPushCalls(config, keys, { isKnown, metrics, limits }) };
}
