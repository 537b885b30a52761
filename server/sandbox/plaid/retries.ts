import { type Transfer, TransferStatus, TransferType } from 'plaid';
import { dayMs } from '../core/measures.ts';
import { invalidField, transferError } from './refusal.ts';
import type { PlaidState } from './state.ts';
import { blockingCodes, retriedCodes } from './transferStates.ts';

/** Debits that came back: which may be presented again, and which bar their account. */

const retryDays = 180;
const descriptions = ['Retry 1', 'Retry 2'];

const codeOf = ({ failure_reason }: Transfer): string => failure_reason?.ach_return_code ?? '';

/** Returns the debits of an account, oldest first. */
async function debitsOf(state: PlaidState, account_id: string): Promise<Transfer[]> {
  const found = await state.transfers.find({ transfer: { account_id, type: TransferType.Debit } });
  return found.map(({ transfer }) => transfer);
}

/** Refuses a debit of an account from which an earlier one came back as closed, unknown or not authorized. */
export async function refuseBlockedAccount(state: PlaidState, accountId: string): Promise<void> {
  const debits = await debitsOf(state, accountId);
  if (debits.some((debit) => debit.status === TransferStatus.Returned && blockingCodes.has(codeOf(debit))))
    throw transferError('TRANSFER_ACCOUNT_BLOCKED', 'transfer was blocked due to a previous ACH return on this account');
}

/**
 * Refuses a transfer that is called a retry and is none. The provider knows a retry by its description alone: it must be
 * exact, and this account must have had a debit of the same amount that came back with R01 or R09, is at most 180 days old
 * and was not retried as often yet.
 */
export async function refuseWrongRetry(state: PlaidState, transfer: Transfer): Promise<void> {
  const { description, account_id = '', amount } = transfer;
  if (!/retr/i.test(description)) return;
  if (!descriptions.includes(description)) throw invalidField('description of a retry must be "Retry 1" or "Retry 2"');
  const oldest = Date.parse(state.now()) - retryDays * dayMs;
  const same = (await debitsOf(state, account_id)).filter((debit) => debit.amount === amount && debit.status !== TransferStatus.Cancelled);
  const originals = same.filter((debit) => !descriptions.includes(debit.description) && isRetriable(debit) && Date.parse(debit.created) >= oldest);
  const firstRetries = same.filter((debit) => debit.description === descriptions[0]);
  const secondRetries = same.filter((debit) => debit.description === descriptions[1]);
  const isAllowed =
    description === descriptions[0]
      ? originals.length > firstRetries.length
      : originals.length > 0 && firstRetries.filter(isRetriable).length > secondRetries.length;
  if (!isAllowed) throw invalidField('description: only a transfer returned with R01 or R09 may be retried, twice at most and within 180 days');
}

const isRetriable = (debit: Transfer): boolean => debit.status === TransferStatus.Returned && retriedCodes.has(codeOf(debit));
