import { safeUrl } from '../../server/domain/access/queryNames.ts';

const ADDRESS = /^([a-z][a-z\d+.-]*:\/\/|\/)/i;
/** An email address, also as it is written inside a URL. */
const EMAIL = /[^\s/?#&=:,;"'<>]+(?:@|%40)[^\s/?#&=:,;"'<>]+/gi;

/** Returns the properties of an event without the private parts of addresses and without any email address. */
export function cleanProperties<Properties extends Readonly<Record<string, unknown>>>(properties: Properties): Properties {
  return cleanValue(properties) as Properties;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return (ADDRESS.test(value) ? safeUrl(value) : value).replace(EMAIL, '');
  if (Array.isArray(value)) return value.map(cleanValue);
  // Only plain objects are cleaned field by field; a Date, for example, has no fields.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item)]));
}
