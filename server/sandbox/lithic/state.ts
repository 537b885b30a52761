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
  /** A duplicate is a further plastic card under the same number. */
  shipping: { method: ShippingMethod; at: string; isMailed?: true; isDuplicate?: true } | null;
  /** Reissues and renewals of a physical card so far. */
  reissues?: number;
  /** A single-use card that its purchase has closed. */
  isUsed?: true;
  /** The acceptor of the first merchant that a merchant-locked card approved. */
  lockedTo?: string;
  /** Addresses of its frame that expire by then, in ms since 1970, are refused already: a minute was let pass for them. */
  framesExpiredToMs?: number;
}

export interface StoredHandOver {
  card_token: string;
  wallet: 'APPLE_PAY' | 'GOOGLE';
}

/** A rule with all its versions, the newest last. */
export interface StoredRule {
  rule: Lithic.AuthRules.AuthRule;
  versions: Lithic.AuthRules.AuthRuleVersion[];
}

export interface StoredBacktest {
  rule_token: string;
  backtest_token: string;
  created: string;
  status: 'PENDING' | 'SUCCESS';
  simulation_parameters: { start: string; end: string };
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
  /** The outcome of a purchase about which the decision endpoint gives no answer: it is declined, or the issuer's own rules decide. */
  unanswered: 'declined' | 'own_rules';
  /** The program is set up for adding cards to wallets from a browser. */
  has_wallets: boolean;
}

export interface LithicState extends Settings<LithicSettings> {
  core: SandboxCore;
  holders: Collection<StoredHolder>;
  documents: Collection<Lithic.Document>;
  cards: Collection<StoredCard>;
  /** The card created for an `Idempotency-Key`, with a fingerprint of the request body. */
  keys: Collection<{ body: string; card_token: string }>;
  transactions: Collection<Lithic.Transaction>;
  tokenizations: Collection<Lithic.Tokenization>;
  /** Cards that a page was handed for a wallet's window, by Apple's `state` or Google's `google_opc`. */
  handOvers: Collection<StoredHandOver>;
  rules: Collection<StoredRule>;
  /** Each evaluation of a rule. */
  ruleResults: Collection<Lithic.AuthRules.V2ListResultsResponse>;
  backtests: Collection<StoredBacktest>;
  events: Collection<Lithic.Event>;
  subscriptions: Collection<StoredSubscription>;
  /** Decision endpoints by type, and the secret that signs their requests. */
  responders: Collection<{ url: string }>;
  secrets: Collection<{ secret: string }>;
  now(): string;
  /** Work that is scheduled or in progress; stopping the stand-in cancels the former and waits for the latter. */
  soon: { calledOff: AbortController; underWay: Set<Promise<void>> };
}

const usual: LithicSettings = { kyb: 'at_once', clears_after_days: 2, event_tokens: true, unanswered: 'declined', has_wallets: true };

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
    tokenizations: collection('tokenization'),
    handOvers: collection('wallet_hand_over'),
    rules: collection('auth_rule'),
    ruleResults: collection('auth_rule_result'),
    backtests: collection('backtest'),
    events: collection('event'),
    subscriptions: collection('subscription'),
    responders: collection('responder'),
    secrets: collection('secret'),
    ...openSettings(collection('settings'), usual),
    now: () => core.clock.now().toISOString(),
  };
}
