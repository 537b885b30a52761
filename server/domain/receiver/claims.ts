/**
 * One store, one EIN, one account: an identity backs the spending power of one account alone, in whichever program.
 * The program of the account that comes second decides whether it is refused, or flagged for staff and without spending
 * power until they allow it.
 */

export const identityKinds = ['ein', 'store'] as const;
export type IdentityKind = (typeof identityKinds)[number];

/** The rule of a program on an identity that backs another account already. */
export type SharedIdentityRule = 'refuse' | 'flag';

export const claimStates = ['held', 'flagged', 'refused', 'cleared', 'released'] as const;
export type ClaimState = (typeof claimStates)[number];

interface Claim {
  /** The claim of the account itself; null before its first. */
  own: ClaimState | null;
  /** The other account that holds the identity; null when none does. */
  holder: { hasLeft: boolean; owes: boolean } | null;
  rule: SharedIdentityRule;
}

/** Decides the state of an account's claim. An identity that its holder has left is free once the holder owes nothing; what staff allowed stays allowed. */
export function decideClaim({ own, holder, rule }: Claim): Exclude<ClaimState, 'released'> {
  if (own === 'held' || own === 'cleared') return own;
  if (holder === null || (holder.hasLeft && !holder.owes)) return 'held';
  return rule === 'refuse' ? 'refused' : 'flagged';
}

/** Returns an EIN or SSN as it is compared: its digits. */
export function taxIdentity(governmentId: string): string {
  return governmentId.replace(/\D/g, '');
}

interface Store {
  /** The store's platform in the words of any provider, such as SHOPIFY or big_commerce. */
  platform: string;
  /** The address of the store at its platform; null while unknown. */
  domain: string | null;
  /** The connection at the store data provider; null for a store that has our app. */
  connectionId: string | null;
}

/**
 * Returns the identities of a store as they are compared: the same store has the same one whichever way it was
 * connected, and a connection belongs to one account even before its store is known.
 */
export function storeIdentities({ platform, domain, connectionId }: Store): string[] {
  const name = platform.toLowerCase().replace(/[^a-z0-9]/g, '');
  const address = domain
    ?.toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');
  const hash = name === 'bigcommerce' ? /^(?:store-)?(\w+)(?:\.mybigcommerce\.com)?$/.exec(address ?? '')?.[1] : undefined;
  const stores = address === undefined || address === '' ? [] : [`${name}:${hash ?? address}`];
  return connectionId === null ? stores : [...stores, `connection:${connectionId}`];
}

const otherwise = (supportEmail: string) => `If it is yours, sign in to that account instead. If not, write to ${supportEmail}.`;

/** Explains to a merchant why an identity was refused, without revealing whose account has it. */
export function refusedIdentityText(kind: IdentityKind, supportEmail: string): string {
  const what = kind === 'ein' ? 'This EIN or SSN already belongs to another account.' : 'This store already belongs to another account.';
  return `${what} ${otherwise(supportEmail)}`;
}
