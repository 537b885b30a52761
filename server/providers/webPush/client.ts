import webPush from 'web-push';
import type { Config } from '../../config.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { HttpError, Refused } from '../failure.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { PushDevice, PushMessage } from '../ports/pushSender.ts';
import { payloadOf, topicOf } from './map.ts';

/** How long a push service keeps a message for a device that is off, in seconds: what cannot be shown within a day is on the page. */
const keptSeconds = 24 * 60 * 60;

/** The statuses by which a push service says that a device is gone for good. */
const gone: ReadonlySet<number | undefined> = new Set([404, 410]);

interface Calls {
  isKnown: (endpoint: string) => boolean;
  metrics: ProviderMetrics;
  limits?: CallLimits | undefined;
}

/** Returns the call that sends one message, encrypted for the device and signed with our key. It follows no redirect. */
export function webPushCalls(
  { contact, standIn }: Config['webPush'],
  keys: { publicKey: string; privateKey: string } | null,
  { isKnown, metrics, limits = defaultLimits }: Calls,
): (device: PushDevice, message: PushMessage) => Promise<void> {
  const call = createCall('push', metrics, { limits });
  const refused = (code: string) => new Refused({ provider: 'push', call: 'send', code, message: 'this device takes no messages of ours' });
  /** The address to call: the stand-in is reached as the product's own processes reach it. */
  const addressOf = (endpoint: string) => {
    const url = new URL(endpoint);
    return standIn?.origin === url.origin ? new URL(`${standIn.url}${url.pathname}`) : url;
  };
  return (device, message) =>
    call('send', 'repeatable', async (signal) => {
      if (keys === null) throw refused('not_set_up');
      if (!isKnown(device.endpoint)) throw refused('unknown_service');
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
        payloadOf(message),
        {
          vapidDetails: { subject: contact, ...keys },
          TTL: keptSeconds,
          contentEncoding: 'aes128gcm',
          urgency: message.isUrgent ? 'high' : 'normal',
          topic: topicOf(message.tag),
        },
      );
      const response = await fetch(addressOf(device.endpoint), {
        method: 'POST',
        // The length follows from the body.
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] => (name === 'Content-Length' ? [] : [[name, String(value)]])),
        body: new Uint8Array(body ?? Buffer.alloc(0)),
        redirect: 'manual',
        signal,
      });
      const text = await response.text();
      if (!response.ok) throw new HttpError(response.status, response.headers, text);
      // A push service has taken a message when it says so by 201, or 202 (RFC 8030): anything else comes from somebody in between.
      if (response.status !== 201 && response.status !== 202) throw new SyntaxError('a push service answers 201');
    }).catch((failure: unknown) => {
      throw failure instanceof Refused && gone.has(failure.status) ? refused('gone') : failure;
    });
}
