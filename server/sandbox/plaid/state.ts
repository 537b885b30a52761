import type { AccountBase, LinkTokenCreateRequest, PlaidError, SignalEvaluateResponse, Transfer, TransferAuthorization, TransferEvent } from 'plaid';
import type { SandboxCore } from '../core/core.ts';
import { openSettings, type Settings } from '../core/settings.ts';
import type { Collection } from '../core/store.ts';
import type { SampleStore } from '../sales/sales.ts';
import type { Household } from './household/account.ts';
import type { Day } from './household/bankingDays.ts';
import type { ComesBack } from './household/comesBack.ts';

/** A household on an account, and the store whose takings reach it. */
export interface StoredHousehold extends Household {
  store: Omit<SampleStore, 'openedOn'> & { openedOn: string };
}

export interface StoredAccount {
  base: AccountBase;
  number: string;
  routing: string;
  /** The two small deposits in cents, while they wait to be entered by hand. */
  deposits: { cents: [number, number]; wrongTries: number } | null;
  /** When a pending verification began, by the sandbox's clock. */
  verifying_since: string | null;
  /** Left out for an account whose balance stays as it was set. */
  household?: StoredHousehold;
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
  /** The products that its link token named; left out where it was linked without one, and has them all. */
  products?: string[];
}

export interface StoredLinkToken {
  token: string;
  request: LinkTokenCreateRequest;
  /** The item being repaired or changed; null for a first link. */
  item_id: string | null;
  expires: string;
}

/** The progress of one customer in a link window. */
export interface LinkSession {
  id: string;
  link_token: string;
  /** Origin of the page around the window, which receives the result. */
  origin: string;
  step: 'banks' | 'sign_in' | 'bank_page' | 'accounts' | 'numbers' | 'amounts' | 'done';
  bank_id: string | null;
  /** Identifies the session to the bank's own page and on the way back. */
  oauth_state_id: string;
  problem: string | null;
  result: LinkResult | null;
}

/** The arguments of `onSuccess`. */
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
  /** Planned failure: `failed` happens when the transfer would be posted, `returned` when it would settle. */
  doom: { outcome: (typeof outcomes)[number]; code: string } | null;
  /** The day on which it settled, and that on which it came back; left out before. */
  settled_on?: Day;
  returned_on?: Day;
  /** Left out for a transfer that stays. One that the balance did not cover never took the money. `isDue` until it came back. */
  comes_back?: ComesBack & { isUncovered: boolean; isDue: boolean };
}

/** The answer to an evaluation, by the client's id of the transaction. */
export interface StoredEvaluation {
  account_id: string;
  amount: number;
  answer: Omit<SignalEvaluateResponse, 'request_id'>;
  returned: { code: string; at: string | null } | null;
  decided: { initiated: boolean; outcome: string | null } | null;
}

export interface SigningKey {
  kid: string;
  privateJwk: JsonWebKey;
  created_at: number;
  expired_at: number | null;
}

export interface PlaidSettings {
  /** Answer of /accounts/get for a broken link: the cached accounts with the error beside them, or the error alone. */
  broken_link_answers: 'cached' | 'error';
  /** Cents above which an authorization is declined with TRANSFER_LIMIT_REACHED. */
  transfer_limit_cents: number;
  /** Plans this outcome for the next `count` transfers. */
  doom_next: { outcome: (typeof outcomes)[number]; code: string; count: number } | null;
  /** Whether banks support that debits are evaluated. */
  signal_support: 'supported' | 'unsupported';
}

const usual: PlaidSettings = { broken_link_answers: 'cached', transfer_limit_cents: 25_000_000, doom_next: null, signal_support: 'supported' };

export interface PlaidState extends Settings<PlaidSettings> {
  core: SandboxCore;
  linkTokens: Collection<StoredLinkToken>;
  sessions: Collection<LinkSession>;
  publicTokens: Collection<{ item_id: string; expires: string }>;
  items: Collection<StoredItem>;
  authorizations: Collection<StoredAuthorization>;
  /** The authorization given for an idempotency key, kept for 48 hours. */
  keys: Collection<{ authorization_id: string; created: string }>;
  transfers: Collection<StoredTransfer>;
  evaluations: Collection<StoredEvaluation>;
  events: Collection<TransferEvent>;
  counters: Collection<{ last: number }>;
  signingKeys: Collection<SigningKey>;
  now(): string;
  /** Returns the instant this many milliseconds from now, by the sandbox's clock. */
  later(ms: number): string;
}

export function openPlaidState(core: SandboxCore): PlaidState {
  const collection = <T extends object>(kind: string) => core.store.collection<T>('plaid', kind);
  return {
    core,
    linkTokens: collection('link_token'),
    sessions: collection('link_session'),
    publicTokens: collection('public_token'),
    items: collection('item'),
    authorizations: collection('authorization'),
    keys: collection('idempotency_key'),
    transfers: collection('transfer'),
    evaluations: collection('evaluation'),
    events: collection('transfer_event'),
    counters: collection('counter'),
    signingKeys: collection('signing_key'),
    ...openSettings(collection('settings'), usual),
    now: () => core.clock.now().toISOString(),
    later: (ms) => new Date(core.clock.now().getTime() + ms).toISOString(),
  };
}
