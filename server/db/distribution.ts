/*
 * The place of each table's rows once one PostgreSQL is no longer enough: the same tables spread over several servers by Citus. A test
 * holds the tables, their triggers and the statements to what is said here, so that the step can be taken without changing the code.
 */

/**
 * `receiver`: on the server of the row's receiver, all of whose rows lie together. `name`: on the server of the name that leads to a
 * receiver. `everywhere`: a copy on each server. `one`: on the server that the processes connect to.
 */
export type Place = { on: 'receiver'; by: 'id' | 'receiver_id' } | { on: 'name'; by: string } | { on: 'everywhere' } | { on: 'one' };

const ofReceiver = { on: 'receiver', by: 'receiver_id' } as const;
const everywhere = { on: 'everywhere' } as const;
const one = { on: 'one' } as const;

/** The place of each table. A table follows those that its foreign keys lead to. */
export const places: Readonly<Record<string, Place>> = {
  // Small, seldom written, and read beside a receiver's own rows.
  agreement_version: everywhere,
  platform_account: everywhere,
  calendar_feed: everywhere,

  receiver: { on: 'receiver', by: 'id' },
  account_statement: ofReceiver,
  account_statement_row: ofReceiver,
  agreement_acceptance: ofReceiver,
  alert_choice: ofReceiver,
  alert_hours: ofReceiver,
  alert_sent: ofReceiver,
  audit_log: ofReceiver,
  authorization_decision: ofReceiver,
  bank_link: ofReceiver,
  bank_transfer_event: ofReceiver,
  team: ofReceiver,
  team_member: ofReceiver,
  card: ofReceiver,
  card_control: ofReceiver,
  card_day: ofReceiver,
  card_issue: ofReceiver,
  card_order: ofReceiver,
  card_raise: ofReceiver,
  card_request: ofReceiver,
  card_tokenization: ofReceiver,
  card_transaction: ofReceiver,
  card_transaction_count: ofReceiver,
  card_transaction_event: ofReceiver,
  closed_books: ofReceiver,
  commerce_link: ofReceiver,
  credit_payout: ofReceiver,
  debit_authorization: ofReceiver,
  demo_history: ofReceiver,
  draw: ofReceiver,
  allocation: ofReceiver,
  draw_arrangement: ofReceiver,
  draw_evaluation: ofReceiver,
  draw_outlook: ofReceiver,
  draw_preference: ofReceiver,
  bank_transfer: ofReceiver,
  email_sent: ofReceiver,
  platform_session: ofReceiver,
  handed_in_session: ofReceiver,
  idempotency_key: ofReceiver,
  identity_claim: ofReceiver,
  kyb_application: ofReceiver,
  kyb_document: ofReceiver,
  ledger_balance: ofReceiver,
  ledger_transfer: ofReceiver,
  masquerade_session: ofReceiver,
  provider_call: ofReceiver,
  push_subscription: ofReceiver,
  receiver_comparison: ofReceiver,
  reconciliation_difference: ofReceiver,
  refunded_purchase: ofReceiver,
  report_export: ofReceiver,
  sales_day: ofReceiver,
  sign_in: ofReceiver,
  spending_power_override: ofReceiver,
  spending_power_snapshot: ofReceiver,
  slack_webhook: ofReceiver,
  staff_note: ofReceiver,
  store_transaction: ofReceiver,
  timeline_event: ofReceiver,

  receiver_of_token: { on: 'name', by: 'token' },
  receiver_of_email: { on: 'name', by: 'email' },
  receiver_of_card: { on: 'name', by: 'card_token' },
  receiver_of_item: { on: 'name', by: 'item_id' },
  receiver_of_connection: { on: 'name', by: 'connection_id' },
  receiver_of_org: { on: 'name', by: 'org_id' },
  receiver_of_member: { on: 'name', by: 'user_id' },

  // Of stores, before their receiver is known.
  bigcommerce_store: one,
  bigcommerce_user: one,
  shopify_session: one,
  store_person: one,
  privacy_request: one,
  // Gone within minutes.
  hand_in_jti: one,
  launch_code: one,
  rate_limit: one,
  // Of jobs, whose queue lies on the same server.
  planner_run: one,
  provider_budget: one,
  provider_cursor: one,
  stray_transfer: one,
  webhook_inbox: one,
  webhook_seen: one,
};

export interface KeptByOneServer {
  table: string;
  /** The part of the table that only a single server can keep. */
  kind: 'constraint' | 'index' | 'trigger';
  name: string;
  /** The code that holds the rule without it. */
  instead: string;
}

const leadsToReceiver = (table: string, instead: string): KeptByOneServer => ({ table, kind: 'constraint', name: `${table}_receiver_id_fkey`, instead });

/** A second defense of rules, as long as one server has all rows. */
export const keptByOneServer: readonly KeptByOneServer[] = [
  { table: 'receiver', kind: 'constraint', name: 'receiver_token_key', instead: 'the key of receiver_of_token' },
  { table: 'receiver', kind: 'constraint', name: 'receiver_whitelabel_email_key', instead: 'the key of receiver_of_email' },
  {
    table: 'identity_claim',
    kind: 'index',
    name: 'identity_claim_one_holder',
    instead: 'whoever claims an identity holds its lock (server/db/queries/identityClaims.ts)',
  },
  {
    table: 'receiver',
    kind: 'trigger',
    name: 'receiver_former_staff',
    instead: 'each call of a view reads the flags of staff, and a view ends within the hour',
  },
  leadsToReceiver('platform_account', 'it is added with the receiver that it leads to, and a receiver is never deleted'),
  leadsToReceiver('calendar_feed', 'it is added by the receiver, who is never deleted'),
  leadsToReceiver('launch_code', 'it is added for a receiver, who is never deleted'),
  leadsToReceiver('bigcommerce_store', 'it is assigned to a receiver, who is never deleted'),
  leadsToReceiver('privacy_request', 'its receiver was found by the store, and is never deleted'),
];
