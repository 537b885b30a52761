import type { CurrentProgram } from '../deps.ts';
import type { HandedInIdentity } from './identity.ts';

const platforms: readonly HandedInIdentity['platform'][] = ['shopify', 'bigcommerce', 'jwt'];
const domainOf = (platform: HandedInIdentity['platform'], { hosts }: Pick<CurrentProgram, 'hosts'>) => `${platform}.${hosts[0]}`;

/** An address that nobody can have signed up with, for somebody whose own is not known or is another account's. */
export function placeholderEmail({ platform, externalId }: Pick<HandedInIdentity, 'platform' | 'externalId'>, program: CurrentProgram): string {
  const local = externalId
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .slice(0, 60);
  return `${local}@${domainOf(platform, program)}`;
}

/** Whether nobody reads what is sent to an address: it only stands where there is none. */
export function isPlaceholderEmail(email: string, program: Pick<CurrentProgram, 'hosts'>): boolean {
  return platforms.some((platform) => email.endsWith(`@${domainOf(platform, program)}`));
}
