import { cents, formatUsd } from '../basics/money.ts';
import { capitalized, inWords } from '../basics/words.ts';
import { explainDecline } from '../card/declines.ts';
import { type DatedAmount, isCheckRow, shownTransferStatus } from './activity.ts';

/** The statuses and events of transactions in words for the merchant. Codes that are not known here are written as words. */

const orInWords = (words: ReadonlyMap<string, string>, code: string): string => words.get(code) ?? capitalized(inWords(code));

interface ShownTransaction extends DatedAmount {
  readonly status: string;
}

/** Tells whether a card transaction is only held so far: the merchant has not charged it yet. */
export function isPending(transaction: ShownTransaction): boolean {
  return transaction.status === 'PENDING' && !isCheckRow(transaction);
}

/** The mark beside a pending purchase, and what it says to those who do not see it. */
export const pendingMark = { text: 'Pending', explanation: 'held, not charged by the merchant yet' } as const;

const cardStatuses: ReadonlyMap<string, string> = new Map([
  ['PENDING', 'Pending: held, not charged by the merchant yet'],
  ['SETTLED', 'Settled: charged by the merchant'],
  ['VOIDED', 'Canceled by the merchant'],
  ['EXPIRED', 'Expired: never charged by the merchant'],
  ['BOUNCED', 'Sent back'],
]);

/** Returns the status of a card transaction. A refund is credited, not charged; of a card check nothing is held or charged. */
export function cardStatusWords({ status, ...row }: ShownTransaction): string {
  if (isCheckRow(row)) return 'The merchant only checked the card';
  const isRefund = row.amount_cents < 0;
  if (isRefund && status === 'PENDING') return 'Pending: announced, not credited by the merchant yet';
  if (isRefund && status === 'SETTLED') return 'Settled: credited by the merchant';
  return orInWords(cardStatuses, status);
}

const cardEvents: ReadonlyMap<string, string> = new Map([
  ['AUTHORIZATION', 'Hold'],
  ['AUTHORIZATION_ADVICE', 'Change of the hold'],
  ['AUTHORIZATION_REVERSAL', 'Release of the hold'],
  ['AUTHORIZATION_EXPIRY', 'Expiry of the hold'],
  ['BALANCE_INQUIRY', 'Card check'],
  ['CLEARING', 'Charge'],
  ['FINANCIAL_AUTHORIZATION', 'Charge'],
  ['CREDIT_AUTHORIZATION', 'Announced refund'],
  ['CREDIT_AUTHORIZATION_ADVICE', 'Change of the announced refund'],
  ['FINANCIAL_CREDIT_AUTHORIZATION', 'Refund'],
  ['RETURN', 'Refund'],
  ['RETURN_REVERSAL', 'Refund taken back'],
  ['CORRECTION_CREDIT', 'Correction in your favor'],
  ['CORRECTION_DEBIT', 'Correction'],
]);

/** Names an event of a card transaction: `Hold`, `Charge`, `Refund`. */
function cardEventWords(type: string): string {
  return orInWords(cardEvents, type);
}

/** Tells what an event of a card transaction did: `Hold of $42.10`; of a declined one the reason too. */
export function cardEventSentence({ type, result, amount_cents }: { readonly type: string; readonly result: string; readonly amount_cents: number }): string {
  const decline = explainDecline(result);
  return `${cardEventWords(type)} of ${formatUsd(cents(amount_cents))}${decline ? `: ${decline.reason}` : ''}`;
}

const transferStatuses: ReadonlyMap<string, string> = new Map([
  ['pending', 'Pending: about to be sent to your bank'],
  ['posted', 'On its way: sent to your bank'],
  ['cancelled', 'Canceled'],
  ['failed', 'Failed'],
  ['returned', 'Sent back by your bank'],
]);

/** Returns the status of a bank transfer. */
export function transferStatusWords(status: string): string {
  return orInWords(transferStatuses, shownTransferStatus(status));
}
