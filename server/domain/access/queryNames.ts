/**
 * The query parameters that every page understands: their names, what each one means, and the one list that says
 * where a name may go. A query is text as it stands in an address, with or without its question mark.
 */

/** A session handed in from outside, still unproven: only the server can tell whether it is good. */
export type HandIn = { kind: 'jwt'; session: string; sessionType: string } | { kind: 'shopify'; session: string };

export interface GlobalQuery {
  /** The step to show whatever the checklist says; only -1 counts as onboarded. Null when absent or no whole number. */
  onboardingStep: number | null;
  handIn: HandIn | null;
  /** E-mail of the customer to be viewed, in lower case. */
  masqueradeAs: string | null;
  redirecting: boolean;
  debug: boolean;
  /** The day to show as today, as it was written: `readViewDate` makes sense of it. */
  now: string | null;
  boss: boolean;
  showPan: boolean;
  admin: boolean;
}

/** Reads every global parameter. What cannot be understood counts as absent; nothing here throws. */
export function readGlobalQuery(query: string): GlobalQuery {
  const values = new URLSearchParams(query);
  return {
    onboardingStep: readStep(values.get('onboardingStep')),
    handIn: readHandIn(values),
    masqueradeAs: withPluses(values.get('masqueradeAs'))?.toLowerCase() ?? null,
    redirecting: values.has('redirecting'),
    debug: values.has('debug'),
    now: withPluses(values.get('now')),
    boss: isBoss(query),
    showPan: values.get('showPan') === 'true',
    admin: values.has('admin'),
  };
}

/** `boss=true` shows the root and the onboarding paths to anybody; no other value does. */
export function isBoss(query: string): boolean {
  return new URLSearchParams(query).get('boss') === 'true';
}

function readStep(value: string | null): number | null {
  return value !== null && /^-?\d{1,4}$/.test(value) ? Number(value) : null;
}

function readHandIn(values: URLSearchParams): HandIn | null {
  const session = values.get('session_jwt');
  const sessionType = values.get('session_type');
  if (session && sessionType) return { kind: 'jwt', session, sessionType };
  const shopifySession = withPluses(values.get('shopify_session'));
  return shopifySession ? { kind: 'shopify', session: shopifySession } : null;
}

/** A "+" that nobody encoded (in `ana+shop@example.com`, in base64, in a time zone) arrives as a space. An empty value is none. */
function withPluses(value: string | null): string | null {
  return value ? value.replaceAll(' ', '+') : null;
}

/**
 * The names whose values may leave: to analytics, to session recordings and into log lines. Everything else stays
 * behind, known to us or not: an e-mail address, a session, a search text or a provider's handle has no business there.
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

/** Credentials: taken out of the address bar before anything else is loaded, and never carried along by a redirect. */
const credentialNames: ReadonlySet<string> = new Set(['session_jwt', 'session_type', 'shopify_session']);

/** What a masquerade adds to the address. */
const masqueradeNames: ReadonlySet<string> = new Set(['masqueradeAs', 'redirecting']);

/** The part of a query that analytics and logs may have: `?tab=card`, or nothing when no such name is in it. */
function safeQuery(query: string): string {
  return keepNames(query, (name) => leavingNames.has(name));
}

/**
 * An address that analytics and logs may have: no user, no fragment, of a calendar feed not the name that opens it, and
 * of the query only `safeQuery`. Relative addresses stay relative.
 */
export function safeUrl(url: string): string {
  const { path, query } = splitUrl(url);
  const open = path.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//').replace(/\/calendar\/[^/]*/gi, '/calendar/…');
  return open + safeQuery(query);
}

/** The query that the address bar keeps once a session was handed in, and that redirects carry along: all of it but credentials. */
export function addressBarQuery(query: string): string {
  return keepNames(query, (name) => !credentialNames.has(name));
}

/** The address to reload when staff leave a masquerade: without `masqueradeAs` and `redirecting`, all else as it was. */
export function exitMasquerade(url: string): string {
  const { path, query, fragment } = splitUrl(url);
  return path + keepNames(query, (name) => !masqueradeNames.has(name)) + fragment;
}

/** Keeps whole `name=value` pieces as they were written, so that no value is encoded anew on its way. */
function keepNames(query: string, isKept: (name: string) => boolean): string {
  const pieces = query.replace(/^\?/, '').split('&');
  const kept = pieces.filter((piece) => piece !== '' && isKept(nameOf(piece)));
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}

/** The name as a browser reads it, so that `masquerade%41s` does not pass for another name. */
function nameOf(piece: string): string {
  return new URLSearchParams(piece).keys().next().value ?? '';
}

function splitUrl(url: string): { path: string; query: string; fragment: string } {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(url) ?? [];
  return { path, query, fragment };
}
