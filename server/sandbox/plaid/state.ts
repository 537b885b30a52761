import type { AccountBase, LinkTokenCreateRequest, PlaidError, Transfer, TransferAuthorization, TransferEvent } from 'plaid';
import type { SandboxCore } from '../core/core.ts';
import type { Collection } from '../core/store.ts';

export interface StoredAccount {
  base: AccountBase;
  number: string;
  routing: string;
  /** The two small deposits, in cents, while they are to be entered by hand. */
  deposits: { cents: [number, number]; wrongTries: number } | null;
  /** When a verification that is pending began, by the sandbox's clock. */
  verifying_since: string | null;
}

export interface StoredItem {
  item_id: string;
  access_token: string;
  institution_id: string;
  client_user_id: string;
  webhook: string | null;
  error: PlaidError | null;
  created: string;
  auth_method: 'INSTANT_AUTH' | 'SAME_DAY_MICRODEPOSITS' | 'AUTOMATED_MICRODEPOSITS';
  accounts: StoredAccount[];
}

export interface StoredLinkToken {
  token: string;
  request: LinkTokenCreateRequest;
  /** The item that is repaired or changed; null for a first link. */
  item_id: string | null;
  expires: string;
}

/** How far somebody is in a link window. */
export interface LinkSession {
  id: string;
  link_token: string;
  /** The page around the window, which hears how it went. */
  origin: string;
  step: 'banks' | 'sign_in' | 'bank_page' | 'accounts' | 'numbers' | 'amounts' | 'done';
  bank_id: string | null;
  /** Names the session to the bank's own page and back. */
  oauth_state_id: string;
  problem: string | null;
  result: LinkResult | null;
}

/** What `onSuccess` is called with. */
export interface LinkResult {
  public_token: string | null;
  metadata: {
    institution: { name: string; institution_id: string } | null;
    accounts: { id: string; name: string; mask: string | null; type: string; subtype: string | null; verification_status: string | null; class_type: null }[];
    link_session_id: string;
    transfer_status: null;
  };
}

export interface StoredAuthorization {
  authorization: TransferAuthorization;
  access_token: string;
  account_id: string;
  expires: string;
  transfer_id: string | null;
}

export const outcomes = ['failed', 'returned'] as const;

export interface StoredTransfer {
  transfer: Transfer;
  /** What becomes of it instead of settling for good: `failed` when it would be posted, `returned` when funds would be available. */
  doom: { outcome: (typeof outcomes)[number]; code: string } | null;
}

export interface SigningKey {
  kid: string;
  privateJwk: JsonWebKey;
  created_at: number;
  expired_at: number | null;
}

export interface PlaidSettings {
  /** How /accounts/get answers for a broken link: with what is cached and the error beside it, or with the error alone. */
  broken_link_answers: 'cached' | 'error';
  /** Cents above which an authorization is declined with TRANSFER_LIMIT_REACHED. */
  transfer_limit_cents: number;
  /** So many of the next transfers end like this. */
  doom_next: { outcome: (typeof outcomes)[number]; code: string; count: number } | null;
}

const usual: PlaidSettings = { broken_link_answers: 'cached', transfer_limit_cents: 25_000_000, doom_next: null };

export interface PlaidState {
  core: SandboxCore;
  linkTokens: Collection<StoredLinkToken>;
  sessions: Collection<LinkSession>;
  publicTokens: Collection<{ item_id: string; expires: string }>;
  items: Collection<StoredItem>;
  authorizations: Collection<StoredAuthorization>;
  /** The authorization given for an idempotency key, for 48 hours. */
  keys: Collection<{ authorization_id: string; created: string }>;
  transfers: Collection<StoredTransfer>;
  events: Collection<TransferEvent>;
  counters: Collection<{ last: number }>;
  signingKeys: Collection<SigningKey>;
  settings(): Promise<PlaidSettings>;
  changeSettings(change: Partial<PlaidSettings>): Promise<PlaidSettings>;
  now(): string;
  /** An instant so many milliseconds from now, by the sandbox's clock. */
  later(ms: number): string;
}

export function openPlaidState(core: SandboxCore): PlaidState {
  const collection = <T extends object>(kind: string) => core.store.collection<T>('plaid', kind);
  const stored = collection<Partial<PlaidSettings>>('settings');
  const settings = async () => ({ ...usual, ...(await stored.get('all')) });
  return {
    core,
    linkTokens: collection('link_token'),
    sessions: collection('link_session'),
    publicTokens: collection('public_token'),
    items: collection('item'),
    authorizations: collection('authorization'),
    keys: collection('idempotency_key'),
    transfers: collection('transfer'),
    events: collection('transfer_event'),
    counters: collection('counter'),
    signingKeys: collection('signing_key'),
    settings,
    async changeSettings(change) {
      const next = { ...(await settings()), ...change };
      await stored.put('all', next);
      return next;
    },
    now: () => core.clock.now().toISOString(),
    later: (ms) => new Date(core.clock.now().getTime() + ms).toISOString(),
  };
}
