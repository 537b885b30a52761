/** The addresses to which the server sends alerts: those of known services alone, since a person hands them in. */

const pushHosts: ReadonlySet<string> = new Set(['fcm.googleapis.com', 'web.push.apple.com']);
/** Their services spread over names below these. */
const pushDomains = ['.push.services.mozilla.com', '.notify.windows.com'] as const;

const slackOrigin = 'https://hooks.slack.com';
const slackPath = /^\/services\/T[A-Z0-9]{2,20}\/B[A-Z0-9]{2,20}\/[A-Za-z0-9]{8,64}$/;

function readUrl(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  // Neither a password nor a fragment belongs to an address of these services.
  return url === null || url.username !== '' || url.password !== '' || url.hash !== '' ? null : url;
}

/** Tells whether an address belongs to a known push service; `standInOrigin` is the origin of one that is played, if any. */
export function isPushEndpoint(address: string, standInOrigin: string | null): boolean {
  const url = readUrl(address);
  if (url === null) return false;
  if (standInOrigin !== null && url.origin === standInOrigin) return url.pathname.startsWith('/push/send/');
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return pushHosts.has(url.hostname) || pushDomains.some((domain) => url.hostname.endsWith(domain));
}

/** Returns the name of the service that an endpoint belongs to, for the list of a person's devices. */
export function pushServiceName(address: string): string {
  const host = readUrl(address)?.hostname ?? '';
  if (host === 'fcm.googleapis.com') return 'Chrome or Edge';
  if (host === 'web.push.apple.com') return 'Safari or iPhone';
  if (host.endsWith('.mozilla.com')) return 'Firefox';
  return host.endsWith('.windows.com') ? 'Edge' : 'Browser';
}

/** Tells whether an address is an incoming webhook of Slack; `standInOrigin` is the origin of a Slack that is played, if any. */
export function isSlackWebhook(address: string, standInOrigin: string | null): boolean {
  const url = readUrl(address);
  if (url === null || url.search !== '') return false;
  if (url.origin === slackOrigin) return slackPath.test(url.pathname);
  return standInOrigin !== null && url.origin === standInOrigin && url.pathname.startsWith('/slack/') && slackPath.test(url.pathname.slice('/slack'.length));
}

/** The message for an address that is no webhook of Slack. */
export const slackWebhookProblem = 'Paste the whole address of an incoming webhook: it begins with https://hooks.slack.com/services/.';
