import type { CreditAnswer } from '../../contract/credit.ts';
import { storedCents } from '../../db/cents.ts';
import type { Reading, Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankLink, CreditPayout, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { isSettledTransfer } from '../../domain/ledger/ledger.ts';
import { mayBePaidOut } from '../../domain/payout/creditPayout.ts';
import { whyNoPayout } from '../../domain/payout/creditTexts.ts';
import { isInFlight, unsentStatuses } from '../../domain/repayment/draw.ts';
import { providerKey } from '../../providers/key.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { accountName, currentBankLink } from '../bank/bankLink.ts';
import { isConfirmedByMerchant } from '../bank/debitAuthorization.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import type { Owner } from '../ledger/allocate.ts';
import { bookPayout } from '../ledger/book.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programOf } from '../receiver/programOf.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { creditOf } from './creditOf.ts';

/** The id under which a payout is booked. */
const payoutSubject = ({ id }: Pick<CreditPayout, 'id'>): string => `payout:${id}`;

/** Returns the link to whose account a credit is paid; null without one that the merchant has confirmed. */
async function payableLink(reading: Reading, scope: ReceiverScope): Promise<BankLink | null> {
  const link = await currentBankLink(reading, scope);
  return link && (await isConfirmedByMerchant(reading, scope, link)) ? link : null;
}

/** Returns a receiver's credit balance: how much can be paid out, to which account, what cannot and why, and the payouts so far, newest first. */
export async function readCredit(deps: Deps, { scope, receiver }: ReceiverView): Promise<CreditAnswer> {
  const account = await readAccount(deps, deps.database, scope, receiver);
  const own = databaseOf(deps.database, scope);
  const link = await payableLink(deps.database, scope);
  const payouts = await own.creditPayout.findMany({ orderBy: { number: 'desc' }, take: 20 });
  const least = programOf(receiver).leastPayoutCents;
  const { payable, notFinal, finalOn, cashback } = creditOf(deps, receiver, account);
  return {
    credit_cents: payable,
    not_final_cents: notFinal,
    final_on: notFinal > 0 ? finalOn : null,
    cashback_cents: cashback,
    least_cents: least,
    can_be_paid_out: link !== null && mayBePaidOut(payable, { least, isClosing: receiver.closing_requested_at !== null }),
    account: link && accountName(link),
    payouts: payouts.map((payout) => ({
      id: payout.id,
      amount_cents: Number(payout.amount_cents),
      state: isInFlight(payout) ? ('underway' as const) : isSettledTransfer(payout.status) ? ('paid' as const) : ('failed' as const),
      failure_reason: payout.failure_reason,
      requested_at: payout.created_at.toISOString(),
    })),
  };
}

/**
 * Orders the payout of the credit that the merchant saw and confirmed; a job sends it at once. Throws `nothing_to_pay_out` for
 * less than the program pays out, `amount_changed` when the credit is no longer the same, and `step_out_of_order` without a
 * linked bank that the merchant has confirmed, or while another payout is being sent.
 */
export async function requestPayout(deps: Deps, caller: Caller, view: ReceiverView, { amount_cents }: { amount_cents: number }): Promise<CreditAnswer> {
  await withLockedReceiver(deps, view.scope, async (transaction, receiver) => {
    const credit = creditOf(deps, receiver, await readAccount(deps, transaction, view.scope, receiver));
    const least = programOf(receiver).leastPayoutCents;
    if (!mayBePaidOut(credit.payable, { least, isClosing: receiver.closing_requested_at !== null }))
      throw new DomainError('nothing_to_pay_out', { reason: whyNoPayout(credit, least) });
    if (credit.payable !== amount_cents) throw new DomainError('amount_changed');
    if (!(await currentBankLink(transaction, view.scope)))
      throw new DomainError('step_out_of_order', { reason: 'Link your bank account first: the credit is paid to it.' });
    if (!(await payableLink(transaction, view.scope)))
      throw new DomainError('step_out_of_order', {
        reason: 'Authorize debits of your bank account first: a credit is paid only to an account that you have confirmed.',
      });
    if (!(await orderPayout(deps, transaction, { scope: view.scope, receiver, cause: 'request', requestedBy: caller.receiverId })))
      throw new DomainError('step_out_of_order', { reason: 'Another payout is being sent. Wait until it is on its way.' });
  });
  return readCredit(deps, view);
}

interface PayoutOrder {
  scope: ReceiverScope;
  receiver: Receiver;
  cause: 'request' | 'closing';
  requestedBy: string | null;
}

/**
 * Stores the payout of all of a credit that can be paid out, takes its amount out of the credit, and queues the job that sends it; the
 * receiver's row must be held. Returns false when nothing can be paid out, there is no bank that the merchant has confirmed, or another
 * payout has not reached the bank yet.
 */
export async function orderPayout(deps: Deps, transaction: Transaction, { scope, receiver, cause, requestedBy }: PayoutOrder): Promise<boolean> {
  const own = databaseOf(transaction, scope);
  const { payable: amount } = creditOf(deps, receiver, await readAccount(deps, transaction, scope, receiver));
  const link = await payableLink(transaction, scope);
  const unsent = await own.creditPayout.count({ where: { status: { in: [...unsentStatuses] } } });
  if (amount <= 0 || link === null || unsent > 0) return false;
  const number = (await own.creditPayout.count()) + 1;
  const business_key = `payout:${scope.receiverId}:${number}`;
  const payout = await own.creditPayout.create({
    data: {
      number,
      cause,
      amount_cents: BigInt(amount),
      business_key,
      provider_key: providerKey(business_key),
      bank_link_id: link.id,
      requested_by: requestedBy,
      created_at: deps.clock(),
    },
  });
  await bookPayoutState(deps, transaction, { scope, receiver }, payout, deps.clock());
  await deps.queue.send('send-payout', { receiver_id: scope.receiverId, payout_id: payout.id }, { transaction });
  await requestSpendingPower(deps, transaction, scope, 'credit payout');
  return true;
}

type PayoutState = Pick<CreditPayout, 'id' | 'status' | 'amount_cents'>;

/** Books a payout in its present state: its amount is out of the credit, or back in it when the payout failed. */
export function bookPayoutState(deps: Deps, transaction: Transaction, owner: Owner, payout: PayoutState, as_of: Date) {
  const { status, amount_cents } = payout;
  return bookPayout(deps, transaction, owner, { type: 'payout', subject_id: payoutSubject(payout), as_of, status, amount_cents: storedCents(amount_cents) });
}
