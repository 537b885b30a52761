/**
 * The query parameters that every page understands: their names, their meanings, and the one list of the names that may
 * leave the page. A query is the text from an address, with or without its question mark.
 */

/** A session handed in from outside, still unproven: only the server can tell whether it is valid. */
export type HandIn = { kind: 'jwt'; session: string; sessionType: string } | { kind: 'shopify'; session: string };

export interface GlobalQuery {
  /** The step to show regardless of the checklist; only -1 counts as onboarded. Null when absent or not a whole number. */
  onboardingStep: number | null;
  /** The step as it was written, where it is no whole number; null otherwise. */
  unreadableStep: string | null;
  handIn: HandIn | null;
  /** Email of the customer to be viewed, in lower case. */
  masqueradeAs: string | null;
  redirecting: boolean;
  debug: boolean;
  /** The day to show as today, unparsed; `readViewDate` reads it. */
  now: string | null;
  boss: boolean;
  showPan: boolean;
  admin: boolean;
}

/** Reads every global parameter. A value that cannot be read counts as absent; never throws. */
export function readGlobalQuery(query: string): GlobalQuery {
  const values = new URLSearchParams(query);
  return {
    onboardingStep: readStep(values.get('onboardingStep')),
    unreadableStep: unreadableStep(values.get('onboardingStep')),
    handIn: readHandIn(values),
    masqueradeAs: withPluses(values.get('masqueradeAs'))?.toLowerCase() ?? null,
    redirecting: values.has('redirecting'),
    debug: values.has('debug'),
    now: withPluses(values.get('now')),
    boss: hasBossFlag(query),
    showPan: values.get('showPan') === 'true',
    admin: values.has('admin'),
  };
}

/** Tells whether the query has `boss=true`, which shows anybody the root and the onboarding paths; no other value does. */
export function hasBossFlag(query: string): boolean {
  return new URLSearchParams(query).get('boss') === 'true';
}

function readStep(value: string | null): number | null {
  return value !== null && /^-?\d{1,4}$/.test(value) ? Number(value) : null;
}

function unreadableStep(value: string | null): string | null {
  return value !== null && value !== '' && readStep(value) === null ? value : null;
}

function readHandIn(values: URLSearchParams): HandIn | null {
  const session = values.get('session_jwt');
  const sessionType = values.get('session_type');
  if (session && sessionType) return { kind: 'jwt', session, sessionType };
  const shopifySession = withPluses(values.get('shopify_session'));
  return shopifySession ? { kind: 'shopify', session: shopifySession } : null;
}

/** Turns spaces back into "+": an unencoded "+" (in `ana+shop@example.com`, base64, a time zone) arrives as a space. Empty becomes null. */
function withPluses(value: string | null): string | null {
  return value ? value.replaceAll(' ', '+') : null;
}

/**
 * The parameters whose values may go to analytics, session recordings and log lines. All others, known to us or not, are
 * dropped: an email address, a session, a search text or a provider's handle must not get there.
 */
const leavingNames: ReadonlySet<string> = new Set([
  'onboardingStep',
  'redirecting',
  'debug',
  'now',
  'boss',
  'admin',
  'tab',
  'sort',
  'dir',
  'page',
  'start_at',
  'end_at',
  'format',
  'mode',
  'whitelabel',
]);

/** Credentials: removed from the address bar before anything else is loaded, and never kept by a redirect. */
const credentialNames: ReadonlySet<string> = new Set(['session_jwt', 'session_type', 'shopify_session']);

/** The parameters that a masquerade adds to the address. */
const masqueradeNames: ReadonlySet<string> = new Set(['masqueradeAs', 'redirecting']);

/** Returns the part of a query that analytics and logs may have, such as `?tab=card`; empty when there is none. */
function safeQuery(query: string): string {
  return keepNames(query, (name) => leavingNames.has(name));
}

/**
 * Returns an address that analytics and logs may have: without the user, the fragment and the secret name of a calendar
 * feed or a mail's link, and with only `safeQuery` of the query. Relative addresses stay relative.
 */
export function safeUrl(url: string): string {
  const { path, query } = splitUrl(url);
  const open = path
    .replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//')
    .replace(/\/(calendar|mails\/(?:unsubscribe|confirm|sign_in))\/[^/]*/gi, (_, door: string) => `/${door.toLowerCase()}/…`);
  return open + safeQuery(query);
}

/** Returns the query without credentials, as the address bar keeps it after a session was handed in, and as redirects keep it. */
export function addressBarQuery(query: string): string {
  return keepNames(query, (name) => !credentialNames.has(name));
}

/** Returns the address to reload when staff leave a masquerade: without `masqueradeAs` and `redirecting`, otherwise unchanged. */
export function exitMasquerade(url: string): string {
  const { path, query, fragment } = splitUrl(url);
  return path + keepNames(query, (name) => !masqueradeNames.has(name)) + fragment;
}

/** Returns the address that shows the card number, with the rest of it unchanged. */
export function addressWithPan(url: string): string {
  const { path, query, fragment } = splitUrl(addressWithoutPan(url));
  return `${path}${query === '' ? '?' : `${query}&`}showPan=true${fragment}`;
}

/** Returns the address without `showPan`, otherwise unchanged. */
export function addressWithoutPan(url: string): string {
  const { path, query, fragment } = splitUrl(url);
  return path + keepNames(query, (name) => name !== 'showPan') + fragment;
}

/** Keeps whole `name=value` pieces as they were written, so that no value is encoded twice. */
function keepNames(query: string, isKept: (name: string) => boolean): string {
  const pieces = query.replace(/^\?/, '').split('&');
  const kept = pieces.filter((piece) => piece !== '' && isKept(nameOf(piece)));
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}

/** Returns the name as a browser reads it, so that `masquerade%41s` does not pass for another name. */
function nameOf(piece: string): string {
  return new URLSearchParams(piece).keys().next().value ?? '';
}

function splitUrl(url: string): { path: string; query: string; fragment: string } {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(url) ?? [];
  return { path, query, fragment };
}
