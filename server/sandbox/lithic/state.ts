import type Lithic from 'lithic';
import type { SandboxCore } from '../core/core.ts';
import { openSettings, type Settings } from '../core/settings.ts';
import type { Collection } from '../core/store.ts';
import type { ShippingMethod } from './shipping.ts';

/** How a business's verification is decided when its name requests no particular decision. */
export const kybModes = ['at_once', 'soon', 'by_hand'] as const;
export type KybMode = (typeof kybModes)[number];

export interface StoredHolder {
  holder: Lithic.AccountHolder & { account_token: string };
  /** Number of resubmissions after PENDING_RESUBMIT. */
  resubmissions: number;
  /** Accepted automatically after a moment. */
  decide_soon: boolean;
}

export interface StoredCard {
  card: Lithic.Card & { pan: string; cvv: string; exp_month: string; exp_year: string };
  shipping: { method: ShippingMethod; at: string; isMailed?: true } | null;
}

export interface StoredSubscription {
  subscription: Lithic.EventSubscription;
  secret: string;
}

export interface LithicSettings {
  kyb: KybMode;
  /** Days after which a pending authorization clears as the clock is advanced; 0: never automatically. */
  clears_after_days: number;
  /** Questions to the decision endpoint name their authorization; for some programs they do not. */
  event_tokens: boolean;
}

export interface LithicState extends Settings<LithicSettings> {
  core: SandboxCore;
  holders: Collection<StoredHolder>;
  documents: Collection<Lithic.Document>;
  cards: Collection<StoredCard>;
  /** The card created for an `Idempotency-Key`, with a fingerprint of the request body. */
  keys: Collection<{ body: string; card_token: string }>;
  transactions: Collection<Lithic.Transaction>;
  events: Collection<Lithic.Event>;
  subscriptions: Collection<StoredSubscription>;
  /** Decision endpoints by type, and the secret that signs their requests. */
  responders: Collection<{ url: string }>;
  secrets: Collection<{ secret: string }>;
  now(): string;
  /** Acceptances that are scheduled or in progress; stopping the stand-in cancels the former and waits for the latter. */
  soon: { calledOff: AbortController; underWay: Set<Promise<void>> };
}

const usual: LithicSettings = { kyb: 'at_once', clears_after_days: 2, event_tokens: true };

export function openLithicState(core: SandboxCore): LithicState {
  const collection = <T extends object>(kind: string) => core.store.collection<T>('lithic', kind);
  return {
    core,
    soon: { calledOff: new AbortController(), underWay: new Set() },
    holders: collection('account_holder'),
    documents: collection('document'),
    cards: collection('card'),
    keys: collection('idempotency_key'),
    transactions: collection('transaction'),
    events: collection('event'),
    subscriptions: collection('subscription'),
    responders: collection('responder'),
    secrets: collection('secret'),
    ...openSettings(collection('settings'), usual),
    now: () => core.clock.now().toISOString(),
  };
}
