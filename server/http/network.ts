import { isIPv6 } from 'node:net';

const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/**
 * Returns the network by which a caller is limited: an IPv4 address itself, also when it is written as IPv6, and the
 * first 64 bits of an IPv6 address, since one customer of a provider has all addresses behind these. Returns any other
 * text unchanged.
 */
export function networkOf(caller: string): string {
  const address = caller.replace(/%.*$/, '');
  if (!isIPv6(address)) return caller;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return `${groupsOf(address).slice(0, groupsOfNetwork).join(':')}::/64`;
}

/** Returns the eight groups of an address, written out. */
function groupsOf(address: string): readonly string[] {
  // A URL writes every address in the same short form.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  if (after === undefined || !head || !tail) return before.split(':');
  return [...head, ...Array<string>(groupsOfAddress - head.length - tail.length).fill('0'), ...tail];
}
