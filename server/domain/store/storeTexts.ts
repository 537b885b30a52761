import { currencyInWords } from '../basics/foreignMoney.ts';
import { capitalized, inWords } from '../basics/words.ts';
import type { StoreError } from './storeErrors.ts';
import type { StoreSyncState } from './storeSync.ts';

/** The words about a connected store or accounting system, for every frontend. */

export const storeTexts = {
  heading: 'Your store',
  none: 'There is no store connected.',
  another: 'You sell elsewhere too? Connect that store as well, and your spending power follows the sales of both.',
  connectAnother: 'Connect another store',
  replace: 'Connect a different store',
  replacement:
    'A different store takes the place of this one: its sales count from then on, and those of this one no longer do. To have a second store count as well, install our app in its admin.',
  disconnect: 'Disconnect store',
  disconnectTitle: 'Disconnect your store?',
  keep: 'Keep it connected',
  disconnected: 'Your store is disconnected',
  /** The title over `disconnectedEffect`. `on` is the day since which it is so; null where it never was connected. */
  notConnected: (on: string | null) => (on === null ? 'Your store is not connected' : `Your store has been disconnected since ${on}`),
  disconnectedEffect: 'Its sales give you no spending power. Connect it again and we read them anew, which takes a few minutes.',
  /** The consequences when a merchant disconnects a store. `startingLimit` is in dollars; null when it is not known. `minimum` is the one that staff set, when it is above that. */
  consequences: (startingLimit: string | null, minimum: string | null = null) => [
    'We stop reading your orders and payouts, and delete the sales we have read. Receivables and their report no longer show them.',
    `Your spending power is worked out anew without them. With no other store it falls to ${minimum === null ? `your starting limit${startingLimit === null ? '' : ` of ${startingLimit}`}` : `the minimum of ${minimum} that our team set for you`}, and purchases above it are declined.`,
    'What you owe stays as it is and is drawn from your bank as it falls due. Your card and your history stay too.',
    'You can connect your store again here at any time.',
  ],
} as const;

const platformNames: ReadonlyMap<string, string> = new Map([
  ['SHOPIFY', 'Shopify'],
  ['BIGCOMMERCE', 'BigCommerce'],
  ['BIG_COMMERCE', 'BigCommerce'],
  ['WOO_COMMERCE', 'WooCommerce'],
  ['QUICKBOOKS', 'QuickBooks'],
  ['XERO', 'Xero'],
  ['AMAZON', 'Amazon'],
]);

/** Returns the name of a platform as its owner writes it; `OTHER_STORE` becomes `Other store`. */
export function platformName(platform: string): string {
  return platformNames.get(platform) ?? capitalized(inWords(platform));
}

interface StoreState {
  needs_update: boolean;
  sync_state: StoreSyncState | null;
}

/** Describes the state of a connected store in a sentence. */
export function storeStateInWords({ needs_update, sync_state }: StoreState): string {
  if (needs_update) return 'It asks you to sign in again. Until then we cannot read its sales, and your spending power falls step by step.';
  switch (sync_state) {
    case 'waiting':
      return 'Connected. We are about to read its sales.';
    case 'running':
      return 'Connected. We are reading its sales.';
    case 'failed':
      return 'Its sales could not be read just now. We try again by ourselves.';
    default:
      return 'Connected.';
  }
}

/** Says how often we read the store in whose admin our app is. */
export function appStoreReading(platform: string | null): string {
  return platform === 'BIG_COMMERCE'
    ? 'Connected. We read its orders every few hours.'
    : 'Connected. We read its orders as they come, and its payouts every few hours.';
}

/** Says how many days of orders the platform shows; only Shopify hides older ones. */
export function shownDaysText(days: number): string {
  return `Shopify shows us the last ${days} days of orders.`;
}

/** Says that sales in other currencies than the US dollar count nothing; null where there are none. */
export function otherCurrenciesText(currencies: readonly string[] | undefined): string | null {
  if (currencies === undefined || currencies.length === 0) return null;
  const names = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(currencies.map(currencyInWords));
  return `Sales in ${names} do not count toward your limit: it follows from sales in US dollars alone.`;
}

interface StoreErrorWords {
  /** Says what is wrong. */
  readonly text: string;
  /** Says what the merchant can do, or that there is nothing to do. */
  readonly remedy: string;
}

const nothingToDo = 'There is nothing for you to do: we try again by ourselves.';

/**
 * Describes why a store's last reading failed, and what helps. `platform` is its name as `platformName` gives it. Inside the
 * platform's own admin a button beside the words asks for what is not allowed.
 */
export function storeErrorInWords(error: StoreError, platform: string, { isInAdmin = false } = {}): StoreErrorWords {
  const allow = isInAdmin ? 'Allow the app to see them.' : `Open the app in your ${platform} admin and allow what it asks for.`;
  const words: Readonly<Record<StoreError, StoreErrorWords>> = {
    access_denied: { text: `${platform} does not let us see the orders of this store.`, remedy: allow },
    access_ended: { text: 'Our access to this store has ended.', remedy: `Open the app in your ${platform} admin once. That renews it.` },
    app_removed: {
      text: `Our app is not installed in this ${platform} store anymore.`,
      remedy: 'Install it again there, or connect the store that you sell in now. Until then your spending power falls step by step.',
    },
    customer_data_not_approved: {
      text: `${platform} has not approved our app for orders yet.`,
      remedy: 'There is nothing for you to do: our team is working on it.',
    },
    store_frozen: { text: `${platform} has frozen this store.`, remedy: `Settle your bill with ${platform}. We then read the store by ourselves.` },
    store_locked: { text: `${platform} has locked this store.`, remedy: `Ask ${platform} to unlock it. We then read the store by ourselves.` },
    store_gone: { text: `${platform} does not know this store anymore.`, remedy: 'Connect the store that you sell in now.' },
    throttled: { text: `${platform} asks us to read more slowly.`, remedy: 'There is nothing for you to do: we go on by ourselves.' },
    too_large: { text: `${platform} refused a question of ours as too large.`, remedy: 'There is nothing for you to do: our team is working on it.' },
    export_failed: { text: `${platform} could not list the orders of this store.`, remedy: nothingToDo },
    unreachable: { text: `${platform} did not answer.`, remedy: nothingToDo },
    failed: { text: 'The sales of this store could not be read just now.', remedy: nothingToDo },
    payouts_denied: { text: `${platform} does not let us see the payouts of this store. Its orders are read.`, remedy: allow },
    payouts_failed: { text: 'The payouts of this store could not be read just now. Its orders are read.', remedy: nothingToDo },
    disputes_denied: { text: `${platform} does not let us see the chargebacks of this store. Its orders are read.`, remedy: allow },
    disputes_failed: { text: 'The chargebacks of this store could not be read just now. Its orders are read.', remedy: nothingToDo },
    account_denied: { text: `${platform} does not let us see the payouts and chargebacks of this store. Its orders are read.`, remedy: allow },
    account_failed: { text: 'The payouts and chargebacks of this store could not be read just now. Its orders are read.', remedy: nothingToDo },
  };
  return words[error];
}
