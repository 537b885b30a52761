/** Where people are handed in from. */
export type HandInPlatform = 'shopify' | 'bigcommerce' | 'jwt';

/** A program by the hosts of its site. */
interface OfProgram {
  hosts: readonly [string, ...string[]];
}

const platforms: readonly HandInPlatform[] = ['shopify', 'bigcommerce', 'jwt'];
const domainOf = (platform: HandInPlatform, { hosts }: OfProgram) => `${platform}.${hosts[0]}`;

/** Returns an address that nobody can have signed up with, for a person whose own address is unknown or belongs to another account. */
export function placeholderEmail({ platform, externalId }: { platform: HandInPlatform; externalId: string }, program: OfProgram): string {
  const local = externalId
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .slice(0, 60);
  return `${local}@${domainOf(platform, program)}`;
}

/** Decides whether an address is a placeholder that nobody reads. */
export function isPlaceholderEmail(email: string, program: OfProgram): boolean {
  return platforms.some((platform) => email.endsWith(`@${domainOf(platform, program)}`));
}
