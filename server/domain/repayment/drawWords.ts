import { bankName, type NamedBank } from '../bank/bankName.ts';
import { formatDay } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { type Cents, formatUsd } from '../basics/money.ts';
import type { Way } from '../basics/way.ts';
import { isSettledTransfer } from '../ledger/ledger.ts';
import { isCanceledDraw, isFailedDraw } from './draw.ts';
import type { DrawRemedy, FailureMeaning } from './returnCodes.ts';

/** How a draw reads on the payments page: its state, what follows from a failed one, and what the merchant can do about it. */

type DrawState = 'planned' | 'under_way' | 'paid' | 'failed' | 'canceled';

/** Returns the state of a draw as people tell draws apart. The bank has one that is `under_way`, and does not have one that is `planned`. */
export function drawState(status: string): DrawState {
  if (isSettledTransfer(status)) return 'paid';
  if (isFailedDraw({ status })) return 'failed';
  if (isCanceledDraw({ status })) return 'canceled';
  return status === 'pending' || status === 'posted' ? 'under_way' : 'planned';
}

export const drawStateWords: Readonly<Record<DrawState, string>> = {
  planned: 'About to be sent to your bank',
  under_way: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
};

interface ListedDraw {
  readonly kind: 'scheduled' | 'pay_now';
  readonly due_date: string;
  readonly bank: NamedBank | null;
}

/** Says why and from which bank a draw was made: `Due Nov 21, 2026, from Chase •••• 1234`. */
export function drawCause({ kind, due_date, bank }: ListedDraw): string {
  return `${kind === 'pay_now' ? 'Paid by you' : `Due ${formatDay(due_date)}`}${bank === null ? '' : `, from ${bankName(bank)}`}`;
}

/** The button beside a failed draw, to where the merchant mends it. */
export const drawWays: Readonly<Record<DrawRemedy, Way>> = {
  pay_now: { label: 'Pay now', path: '/payments' },
  sign_in: { label: 'Sign in to your bank', path: '/settings#bank' },
  link_bank: { label: 'Link a bank account', path: '/settings#bank' },
  authorize_debits: { label: 'Authorize debits', path: '/settings#bank' },
};

/** Said of a failed draw whose amount is no longer owed. */
export const paidSince = 'It has been paid since. There is nothing to do.';

interface AfterFailure {
  /** What of its amount is neither paid nor on its way, in cents; null when that is all of it. */
  readonly left: Cents | null;
  readonly meaning: Pick<FailureMeaning, 'action' | 'remedy'>;
  /** The day on which it is debited once more; null when it is not. */
  readonly collectOn: IsoDate | null;
  /** Whether that day has passed, because the money is not there. */
  readonly isWaiting: boolean;
  /** The day of the debit that repeated this one; null when there was none. */
  readonly collectedOn: IsoDate | null;
  /** Other debits of the same account on their way, in cents: they may settle all the same. */
  readonly underway: Cents;
}

/** Tells whether an amount that is to be presented again waits for the money: its day has passed. */
export function waitsForMoney(retryOn: IsoDate | null, today: IsoDate): boolean {
  return retryOn !== null && retryOn < today;
}

/** Says when what is unpaid of a failed amount is debited once more. @param left in cents; null for all of it. */
export function collectionWords(collectOn: IsoDate, isWaiting: boolean, left: Cents | null): string {
  const when = isWaiting ? 'as soon as the money is in your account' : `on ${formatDay(collectOn)}`;
  const what = left === null ? 'It is debited once more' : `${formatUsd(left)} of it is still owed, and is debited`;
  return `${what} ${when}. You can also pay now.`;
}

/** Says that other debits of an account that is no longer debited are on their way; null when there are none. */
export function stillComesWords(underway: Cents): string | null {
  return underway === 0 ? null : `${formatUsd(underway)} that was sent to it before is still on its way, and counts if it arrives.`;
}

/** Explains what follows from a failed draw, and names what the merchant can do; null where there is nothing to do. */
export function afterFailure(failure: AfterFailure): { follows: string; remedy: DrawRemedy | null } {
  const { left, meaning, collectOn, isWaiting, collectedOn, underway } = failure;
  const { action, remedy } = meaning;
  if (collectedOn !== null) return { follows: `It was debited again on ${formatDay(collectedOn)}.`, remedy: null };
  if (left === 0) return { follows: paidSince, remedy: null };
  if (action === 'relink') {
    const comes = stillComesWords(underway);
    return {
      follows: ['This account is no longer debited. Link another one, then pay now.', comes].filter((one) => one !== null).join(' '),
      remedy: 'link_bank',
    };
  }
  if (action === 'stop') return { follows: 'Nothing more is debited until you authorize debits again. Then pay now.', remedy: 'authorize_debits' };
  if (collectOn !== null && !isWaiting && left === null && remedy === 'sign_in')
    return { follows: `It is debited once more on ${formatDay(collectOn)}. Sign in at your bank before that day.`, remedy };
  if (collectOn !== null) return { follows: collectionWords(collectOn, isWaiting, left), remedy: isWaiting ? 'pay_now' : remedy };
  const what = left === null ? 'It' : `${formatUsd(left)} of it is still owed. It`;
  if (remedy === 'sign_in') return { follows: `${what} is not debited again by itself. Sign in at your bank, then pay now.`, remedy };
  if (remedy === 'link_bank') return { follows: `${what} is not debited again by itself. Link another account, then pay now.`, remedy };
  return { follows: `${what} is not debited again by itself: pay now.`, remedy: 'pay_now' };
}
