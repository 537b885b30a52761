/*
 * Shows push messages, and opens their pages. It does nothing else: it keeps no files, and no request passes through it.
 */

/** Reads a message of ours; null for anything else. */
function read(data) {
  try {
    const { title, body, url, tag } = data.json();
    return { title: String(title), body: String(body), url: String(url), tag: String(tag) };
  } catch {
    return null;
  }
}

/** Shows on the icon of the site how many messages were not looked at yet, where the browser can. */
async function count() {
  const { length } = await self.registration.getNotifications();
  if (length === 0) await self.navigator.clearAppBadge?.();
  else await self.navigator.setAppBadge?.(length);
}

async function show(message) {
  // A browser expects a notification for each message.
  const { title, body, url, tag } = message ?? { title: 'Something happened on your account', body: 'Open it to see what.', url: '/', tag: 'unreadable' };
  await self.registration.showNotification(title, { body, tag, data: { url } });
  await count();
}

/** Opens the page of a message, in a window of the site that is open already if there is one. Leads to no other site. */
async function open(address) {
  const url = new URL(address, self.location.origin);
  const page = url.origin === self.location.origin ? url.href : self.location.origin;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((one) => one.url === page);
  await (shown ? shown.focus() : self.clients.openWindow(page));
  await count();
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data && read(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? '/'));
});
self.addEventListener('notificationclose', (event) => event.waitUntil(count()));
