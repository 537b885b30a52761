import { safeUrl } from '../../server/domain/access/queryNames.ts';

const ADDRESS = /^([a-z][a-z\d+.-]*:\/\/|\/)/i;
/** An e-mail address, also as it is written inside a URL. */
const EMAIL = /[^\s/?#&=:,;"'<>]+(?:@|%40)[^\s/?#&=:,;"'<>]+/gi;

/** Properties of an event as they may leave: addresses without what must stay behind, and no e-mail address anywhere. */
export function cleanProperties<Properties extends Readonly<Record<string, unknown>>>(properties: Properties): Properties {
  return cleanValue(properties) as Properties;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return (ADDRESS.test(value) ? safeUrl(value) : value).replace(EMAIL, '');
  if (Array.isArray(value)) return value.map(cleanValue);
  // Dates and the like have no fields of their own to look into.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item)]));
}
