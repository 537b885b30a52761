import type { Quota } from '../allowance.ts';

/** The issuer's published quotas: calls of one method to one resource in a second. */
const of = (method: string, resource: string, requests: number): Quota => ({ resource: `${method} ${resource}`, requests, windowMs: 1_000 });
const reading = (resource: string) => of('GET', resource, 30);

const quotas: Readonly<Record<string, Quota>> = {
  find_account_holder: reading('account_holders'),
  get_account_holder: reading('account_holders'),
  list_documents: reading('account_holders'),
  create_account_holder: of('POST', 'account_holders', 5),
  create_document: of('POST', 'account_holders', 5),
  correct_account_holder: of('PATCH', 'account_holders', 5),
  get_card: reading('cards'),
  list_cards: reading('cards'),
  issue_card: of('POST', 'cards', 15),
  ship_card: of('POST', 'cards', 15),
  set_card_state: of('PATCH', 'cards', 15),
  set_spend_limit: of('PATCH', 'cards', 15),
  get_transaction: reading('transactions'),
  list_all_transactions: reading('transactions'),
  list_transactions: reading('transactions'),
  list_events: reading('events'),
  set_decision_endpoint: of('POST', 'responder_endpoints', 5),
};

/** Returns the quota that a call spends. */
export const quotaOf = (call: string): Quota | undefined => quotas[call];
