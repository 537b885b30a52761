import type { QueryKey } from '@tanstack/react-query';
import type { Change } from '../../server/domain/receiver/changes.ts';

/**
 * The changes of a receiver's data that make a query stale, by the query's subject: the third part of a key
 * `['dashboard', token, SUBJECT, …]`, the first part of any other. A subject that is missing here is stale after every change.
 */
const changesOfSubjects: Readonly<Record<string, readonly Change[]>> = {
  card: ['card', 'transactions', 'limit'],
  cards: ['card', 'transactions', 'limit'],
  'one-card': ['card', 'transactions', 'limit'],
  'card-requests': ['card', 'receiver'],
  team: ['receiver', 'card'],
  alerts: ['receiver'],
  table: ['transactions', 'draws', 'store'],
  details: ['transactions', 'draws'],
  spending: ['transactions', 'card', 'receiver'],
  subscriptions: ['transactions', 'card'],
  'money-back': ['transactions', 'draws'],
  declines: ['transactions', 'card'],
  calendar: ['transactions', 'draws', 'receiver'],
  'draw-plan': ['transactions', 'draws', 'receiver'],
  payments: ['transactions', 'draws', 'receiver'],
  'purchase-payment': ['transactions', 'draws', 'receiver'],
  credit: ['transactions', 'draws', 'receiver'],
  'spending-power': ['limit', 'transactions', 'store'],
  'limit-history': ['limit'],
  'cash-flow': ['receiver', 'transactions', 'draws', 'store', 'limit'],
  shop: ['store', 'receiver'],
  'bank-account': ['receiver'],
  'debit-authorization': ['receiver'],
  approval: ['receiver'],
  commerce: ['store'],
  // A form that is being filled in, a question that is being answered, a frame that holds its own state, and texts that never change.
  kyb: [],
  agreement: [],
  'pay-now': [],
  'card-frame': [],
  'access-log': [],
  // Each reading asks the bank, and may change the record: the page that waits for the bank asks by itself.
  plaid_account: [],
};

interface Viewed {
  /** The names by which queries know the viewed receiver. */
  id: string;
  token: string;
  /** The record then stays as it is. */
  isOnboarding: boolean;
}

/** Returns whether a query shows something of the viewed receiver that changed. */
export function isStaleAfter(changes: ReadonlySet<Change>, queryKey: QueryKey, { id, token, isOnboarding }: Viewed): boolean {
  const [first, name, subject] = queryKey;
  // The key of a record names the person signed in, since a masquerade is one of theirs.
  if (first === 'receiver') return !isOnboarding;
  if (name !== token && name !== id) return false;
  const known = changesOfSubjects[String(first === 'dashboard' ? subject : first)];
  return known === undefined || known.some((change) => changes.has(change));
}
