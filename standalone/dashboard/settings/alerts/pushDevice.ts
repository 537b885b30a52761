import { isFramed } from '../../../session/framed.ts';

/** The browser's side of push messages: its worker, and its subscription at the push service of its maker. */

/** The worker shows messages and does nothing else. It lies below the assets' path, so that it can come between no page and its requests. */
const workerUrl = '/_assets/app/push-worker.js';
const workerScope = '/_assets/app/';

export type PushSupport = 'supported' | 'unsupported' | 'homeScreen' | 'framed' | 'denied';

/** Returns whether this page can take push messages, and else why not. */
export function pushSupport(): PushSupport {
  if (isFramed()) return 'framed';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // Apple's phones take messages for sites on the home screen alone.
  if (!isSupported) return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'homeScreen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'supported';
}

/** Returns the current subscription of this browser; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'supported') return null;
  const registration = await navigator.serviceWorker.getRegistration(workerScope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Waits until the worker of a registration works. */
function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve) => worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()));
}

/** Asks the person, and subscribes this browser with the site's key. Returns null when the person says no. */
export async function subscribeHere(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register(workerUrl, { scope: workerScope });
  await activated(registration);
  const present = await registration.pushManager.getSubscription();
  return present ?? registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Returns a subscription as the server takes it. */
export function subscriptionBody(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}

/** Returns the hash by which the server lists a device. */
export async function endpointHash(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
