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
  reissue_card: of('POST', 'cards', 15),
  renew_card: of('POST', 'cards', 15),
  provision_for_wallet: of('POST', 'cards', 15),
  set_card_state: of('PATCH', 'cards', 15),
  set_memo: of('PATCH', 'cards', 15),
  set_spend_limit: of('PATCH', 'cards', 15),
  list_tokenizations: reading('tokenizations'),
  get_tokenization: reading('tokenizations'),
  deactivate_tokenization: of('POST', 'tokenizations', 5),
  list_auth_rules: reading('auth_rules'),
  get_auth_rule: reading('auth_rules'),
  create_auth_rule: of('POST', 'auth_rules', 5),
  draft_auth_rule: of('POST', 'auth_rules', 5),
  promote_auth_rule: of('POST', 'auth_rules', 5),
  set_rule_cards: of('PATCH', 'auth_rules', 5),
  deactivate_rule: of('PATCH', 'auth_rules', 5),
  get_transaction: reading('transactions'),
  list_all_transactions: reading('transactions'),
  list_transactions: reading('transactions'),
  list_events: reading('events'),
  set_decision_endpoint: of('POST', 'responder_endpoints', 5),
};

/** Returns the quota that a call spends. */
export const quotaOf = (call: string): Quota | undefined => quotas[call];
