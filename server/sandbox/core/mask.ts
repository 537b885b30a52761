const mask = '•••';

/** Names whose values never reach the journal, in bodies and in query strings. */
const secretName =
  /secret|password|authorization|hmac|embed_request|api_?key|cookie|^pan$|^cvv$|^pin$|^ssn$|^dob$|government_id|^code$|(?:access|public|refresh|id|session|subject|link|processor)_?token$|session_jwt|shopify_session|signed_payload|^account$|^routing$|account_number/i;

/** Returns a body with every secret value replaced by a mask. */
export function masked(value: unknown, name = ''): unknown {
  if (value !== null && value !== undefined && secretName.test(name)) return mask;
  if (Array.isArray(value)) return value.map((item) => masked(item));
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key)]));
  return value;
}

/** Returns a path with every secret value of its query replaced by a mask. */
export function maskedPath(path: string): string {
  const [route = '', query] = path.split('?', 2);
  if (query === undefined) return route;
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${secretName.test(name) ? mask : value}`);
  return `${route}?${parameters.join('&')}`;
}
