import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const worker = readFileSync(new URL('../../../standalone/public/push-worker.js', import.meta.url), 'utf8');

type Event = { data?: null; waitUntil: (done: Promise<void>) => void };

it('the icon of the site shows how many messages were not looked at yet', async () => {
  const handlers = new Map<string, (event: Event) => void>();
  const shown: string[] = [];
  const badges: number[] = [];
  const self = {
    addEventListener: (name: string, handler: (event: Event) => void) => handlers.set(name, handler),
    registration: { getNotifications: async () => shown, showNotification: async (title: string) => void shown.push(title) },
    navigator: { setAppBadge: async (count: number) => void badges.push(count), clearAppBadge: async () => void badges.push(0) },
  };
  runInNewContext(worker, { self });
  const tell = (name: string) => new Promise<void>((resolve) => handlers.get(name)?.({ data: null, waitUntil: (done) => resolve(done) }));
  await tell('push');
  await tell('push');
  shown.length = 0;
  await tell('notificationclose');
  expect(badges).toEqual([1, 2, 0]);
});
