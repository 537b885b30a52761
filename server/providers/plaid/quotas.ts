import type { Quota } from '../allowance.ts';

const aMinute = (resource: string, requests: number): Quota => ({ resource, requests, windowMs: 60_000 });

/** Returns a quota for calls that the provider also limits for each linked bank by itself. */
const alsoPerBank = (resource: string, requests: number): Quota => ({ ...aMinute(resource, requests), isRefusedForOne: true });

/**
 * The bank aggregator's quotas: calls of an endpoint in a minute. Those of accounts and items are published; those of transfers are
 * not, and are taken to be less than a client of this size would be given. Evaluations of debits are taken to be as few as the
 * readings of balances that they stand for.
 */
const quotas: Readonly<Record<string, Quota>> = {
  get_accounts: alsoPerBank('accounts/get', 15_000),
  get_balances: alsoPerBank('accounts/balance/get', 1_200),
  evaluate_debit: alsoPerBank('signal/evaluate', 1_200),
  report_return: aMinute('signal/return/report', 100),
  remove_link: alsoPerBank('item/remove', 2_000),
  authorize_transfer: aMinute('transfer/authorization/create', 1_000),
  create_transfer: aMinute('transfer/create', 1_000),
  get_transfer: aMinute('transfer/get', 1_000),
  list_transfers: aMinute('transfer/list', 100),
  sync_transfer_events: aMinute('transfer/event/sync', 100),
};

/** Returns the quota that a call spends; undefined for one that is not counted. */
export const quotaOf = (call: string): Quota | undefined => quotas[call];
