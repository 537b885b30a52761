import type { PayNowAnswer } from '../../contract/payNow.ts';
import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readDuesBefore } from '../../db/queries/duesBefore.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { add, type Cents, cents, larger, noMoney, smaller, subtract } from '../../domain/basics/money.ts';
import { isCounted } from '../../domain/card/card.ts';
import { creditsReceived } from '../../domain/ledger/ledger.ts';
import { cashbackOfPayment } from '../../domain/repayment/cashback.ts';
import { duesPaidBy, maximumPaymentsADay, type PayNowChoice, type PayNowPreview, payNowPreview } from '../../domain/repayment/payNow.ts';
import { providerKey } from '../../providers/key.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { bankOf, currentBankLink } from '../bank/bankLink.ts';
import { currentDebitAuthorization } from '../bank/debitAuthorization.ts';
import type { Deps } from '../deps.ts';
import { type Account, payableOf, readAccount } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programDay } from '../receiver/programOf.ts';
import type { KeepAnswer } from '../requests/idempotency.ts';
import { readCashbackFacts } from './readCashbackFacts.ts';

/** The merchant's choice of what to pay; `transaction_token` names the purchase, `amount_cents` is the amount of a free choice. */
export interface Choice {
  pay: PayNowChoice['pay'];
  transaction_token?: string | undefined;
  amount_cents?: number | undefined;
}

type PaidAnswer = PayNowAnswer & { payment_id: string; status: string };

interface Facts {
  scope: ReceiverScope;
  receiver: Receiver;
  account: Account;
  choice: Choice;
}

/**
 * Returns the amount that paying now would debit, the spending power it would free and the cashback it would earn.
 * Throws `not_found` for a purchase that is not this receiver's, and `more_than_payable` for an amount above what can be paid.
 */
export async function previewPayNow(deps: Deps, { scope, receiver }: ReceiverView, choice: Choice): Promise<PayNowAnswer> {
  const account = await readAccount(deps, deps.database, scope, receiver);
  return present(deps.database, scope, account, await preview(deps, deps.database, { scope, receiver, account, choice }));
}

/** Returns a preview with what it pays, what cannot be paid yet, and the account that is debited. */
async function present(transaction: Transaction, scope: ReceiverScope, account: Account, shown: PayNowPreview): Promise<PayNowAnswer> {
  const link = await currentBankLink(transaction, scope);
  return {
    ...shown,
    ...payableOf(account),
    pays: duesPaidBy(shown.amount_cents, account).map((due) => ({ ...due })),
    bank: link && bankOf(link),
  };
}

async function preview(deps: Deps, transaction: Transaction, { scope, receiver, account, choice }: Facts): Promise<PayNowPreview> {
  const at = deps.clock();
  const day = programDay(receiver, at);
  const cashback = await readCashbackFacts(deps, transaction, scope, { receiver, draws: await databaseOf(transaction, scope).draw.findMany() });
  return payNowPreview({
    choice: await payNowChoice(transaction, scope, account, choice),
    schedule: account.schedule,
    owed: account.balances.owed,
    inFlight: account.inFlight,
    total: account.totalPower ?? noMoney,
    outstanding: add(account.outstanding, account.approved),
    sentOn: utcDate(at),
    cashbackOf: (amount_cents) => cashbackOfPayment(cashback, { at, day, amount_cents }),
    isBankHoliday: deps.isBankHoliday,
  });
}

async function payNowChoice(transaction: Transaction, scope: ReceiverScope, account: Account, choice: Choice): Promise<PayNowChoice> {
  const { pay, transaction_token, amount_cents } = choice;
  if (pay === 'purchase') return { pay, unpaid_cents: await unpaidOf(transaction, scope, account, transaction_token ?? '') };
  return pay === 'amount' ? { pay, amount_cents: cents(amount_cents ?? 0) } : { pay };
}

/** Returns how much of a purchase's settled amount is unpaid, in cents, if everything received paid the oldest dues first. */
async function unpaidOf(transaction: Transaction, scope: ReceiverScope, { balances, cardDays }: Account, token: string): Promise<Cents> {
  const purchase = await databaseOf(transaction, scope).cardTransaction.findUnique({ where: { receiver_id_token: { token } } });
  if (!purchase) throw new DomainError('not_found');
  if (!isCounted(purchase) || purchase.amount_cents <= 0n) return noMoney;
  const credits = add(creditsReceived(balances), ...cardDays.map((day) => day.returned_cents));
  const left = larger(noMoney, subtract(credits, await readDuesBefore(transaction, scope, purchase)));
  const unpaid = larger(noMoney, subtract(storedCents(purchase.amount_cents), left));
  return smaller(unpaid, larger(noMoney, storedCents(purchase.settled_cents)));
}

/**
 * Plans a draw of the amount that the merchant saw and confirmed; a job sends it at once. Throws `nothing_to_pay`,
 * `more_than_payable` for a chosen amount above what can be paid, `amount_changed` when the amount is no longer the same,
 * `step_out_of_order` without a linked bank or after twenty payments in a day, and `debit_authorization_needed` while that may
 * not be debited. The answer is kept with the payment, so that the same order, sent again, is not a second one.
 */
export async function payNow(
  deps: Deps,
  caller: Caller,
  { scope }: ReceiverView,
  choice: Choice & { amount_cents: number },
  keepAnswer: KeepAnswer<PaidAnswer>,
): Promise<PaidAnswer> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const receiverId = scope.receiverId;
    const account = await readAccount(deps, transaction, scope, receiver);
    const shown = await preview(deps, transaction, { scope, receiver, account, choice });
    if (shown.amount_cents === 0) throw new DomainError('nothing_to_pay');
    if (shown.amount_cents !== choice.amount_cents) throw new DomainError('amount_changed');
    if (!(await currentBankLink(transaction, scope)))
      throw new DomainError('step_out_of_order', { reason: 'Link your bank account first: the payment is taken from it.' });
    if (!(await currentDebitAuthorization(transaction, scope))) throw new DomainError('debit_authorization_needed');

    const today = programDay(receiver, deps.clock());
    const attempt = account.draws.filter((draw) => draw.kind === 'pay_now' && draw.due_date === today).length + 1;
    if (attempt > maximumPaymentsADay)
      throw new DomainError('step_out_of_order', {
        reason: `You have paid ${maximumPaymentsADay} times today. Pay again tomorrow; what is due is drawn on its day.`,
      });
    const business_key = `pay_now:${receiverId}:${today}:${attempt}`;
    const draw = await databaseOf(transaction, scope).draw.create({
      data: {
        kind: 'pay_now',
        due_date: startOfDay(today),
        attempt,
        debit_date: startOfDay(today),
        amount_cents: BigInt(shown.amount_cents),
        covers: choice.transaction_token === undefined ? [] : [{ transaction_token: choice.transaction_token, amount_cents: shown.amount_cents }],
        business_key,
        provider_key: providerKey(business_key),
        requested_by: caller.receiverId,
        created_at: deps.clock(),
      },
    });
    await deps.queue.send('send-draw', { receiver_id: receiverId, draw_id: draw.id }, { transaction });
    const after = { ...account, inFlight: add(account.inFlight, shown.amount_cents), asked: add(account.asked, shown.amount_cents) };
    const answer = { ...(await present(transaction, scope, account, shown)), ...payableOf(after), payment_id: draw.id, status: draw.status };
    await keepAnswer(transaction, answer);
    return answer;
  });
}
