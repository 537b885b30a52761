import type { CurrentProgram } from '../deps.ts';
import type { HandedInIdentity } from './identity.ts';

const platforms: readonly HandedInIdentity['platform'][] = ['shopify', 'bigcommerce', 'jwt'];
const domainOf = (platform: HandedInIdentity['platform'], { hosts }: Pick<CurrentProgram, 'hosts'>) => `${platform}.${hosts[0]}`;

/** Returns an address that nobody can have signed up with, for a person whose own address is unknown or belongs to another account. */
export function placeholderEmail({ platform, externalId }: Pick<HandedInIdentity, 'platform' | 'externalId'>, program: CurrentProgram): string {
  const local = externalId
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .slice(0, 60);
  return `${local}@${domainOf(platform, program)}`;
}

/** Decides whether an address is a placeholder that nobody reads. */
export function isPlaceholderEmail(email: string, program: Pick<CurrentProgram, 'hosts'>): boolean {
  return platforms.some((platform) => email.endsWith(`@${domainOf(platform, program)}`));
}
