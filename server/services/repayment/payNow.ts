import type { PayNowAnswer } from '../../contract/payNow.ts';
import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readKeptPurchases } from '../../db/queries/allocations.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { add, cents, larger, noMoney, smaller, subtract } from '../../domain/basics/money.ts';
import { isCounted } from '../../domain/card/card.ts';
import { type OpenDue, paidDues, payingOrder, withoutPaid } from '../../domain/repayment/allocation.ts';
import { cashbackOfPayment } from '../../domain/repayment/cashback.ts';
import { isInFlight } from '../../domain/repayment/draw.ts';
import { maximumPaymentsADay, type PayNowChoice, type PayNowPreview, paidByDate, payNowPreview } from '../../domain/repayment/payNow.ts';
import { partsOfPurchase } from '../../domain/repayment/purchaseTerms.ts';
import { spendingPower } from '../../domain/spendingPower/spendingPower.ts';
import { providerKey } from '../../providers/key.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { bankOf, currentBankLink } from '../bank/bankLink.ts';
import { currentDebitAuthorization } from '../bank/debitAuthorization.ts';
import type { Deps } from '../deps.ts';
import { type Account, payableOf, readAccount } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import type { KeepAnswer } from '../requests/idempotency.ts';
import { readSpendingPowerFacts } from '../spendingPower/spendingPowerFacts.ts';

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
async function present(transaction: Transaction, scope: ReceiverScope, account: Account, { paid, ...shown }: PayNowPreview): Promise<PayNowAnswer> {
  const link = await currentBankLink(transaction, scope);
  return { ...shown, ...payableOf(account), pays: paidByDate(paid).map((due) => ({ ...due })), bank: link && bankOf(link) };
}

async function preview(deps: Deps, transaction: Transaction, { scope, receiver, account, choice }: Facts): Promise<PayNowPreview> {
  const at = deps.clock();
  const { finalAfterBankingDays, trust: rule } = programOf(receiver);
  const deadlines = { underway: inTimeUnderway(account), today: programDay(receiver, at) };
  return payNowPreview({
    ...account,
    choice: await payNowChoice(transaction, scope, account, choice),
    owed: account.balances.owed,
    power: {
      total: account.totalPower ?? noMoney,
      totalAfter: await totalAfterPayment(deps, transaction, { scope, receiver, account }),
      used: add(account.outstanding, account.approved),
      trust: account.trust,
      rule,
    },
    sentOn: utcDate(at),
    finalAfter: finalAfterBankingDays,
    cashbackOf: (paid) => cashbackOfPayment(account.cashback, { ...deadlines, paid }),
    isBankHoliday: deps.isBankHoliday,
  });
}

/** Returns what the debits under way will have paid in time. */
function inTimeUnderway({ open, draws, cashback }: Account): readonly OpenDue[] {
  const { paid } = draws.filter(isInFlight).reduce(
    (sofar: { open: readonly OpenDue[]; paid: readonly OpenDue[] }, draw) => {
      const dues = paidDues(sofar.open, draw.amount_cents, payingOrder(draw));
      const inTime = dues.filter(({ due_date }) => draw.counts_on <= cashback.deadlineOf(due_date));
      return { open: withoutPaid(sofar.open, dues), paid: [...sofar.paid, ...inTime] };
    },
    { open, paid: [] },
  );
  return paid;
}

/** Returns the rule for the limit once a payment has settled: one that pays what failed ends the hold, if nothing else holds the account. */
async function totalAfterPayment(deps: Deps, transaction: Transaction, { scope, receiver, account }: Omit<Facts, 'choice'>) {
  if (!account.hasUnpaidDraw) return () => account.totalPower ?? noMoney;
  const facts = await readSpendingPowerFacts(deps, transaction, { scope, receiver, account });
  return (paid: readonly OpenDue[]) => {
    const has_unpaid_draw = withoutPaid(account.expected, paid).some(({ failed_draw_id }) => failed_draw_id !== null);
    return spendingPower({ ...facts, receiver: { ...facts.receiver, has_unpaid_draw } }).total_cents;
  };
}

async function payNowChoice(transaction: Transaction, scope: ReceiverScope, account: Account, choice: Choice): Promise<PayNowChoice> {
  const { pay, transaction_token, amount_cents } = choice;
  if (pay === 'purchase') return { pay, ...(await unpaidOf(transaction, scope, account, transaction_token ?? '')) };
  return pay === 'amount' ? { pay, amount_cents: cents(amount_cents ?? 0) } : { pay };
}

/** Returns what of a purchase's settled amount is unpaid, in cents, and its dues: of purchases with the same dues, the first is paid first. */
async function unpaidOf(transaction: Transaction, scope: ReceiverScope, { expected }: Account, token: string) {
  const purchase = await databaseOf(transaction, scope).cardTransaction.findUnique({ where: { receiver_id_token: { token } } });
  if (!purchase) throw new DomainError('not_found');
  if (!isCounted(purchase) || purchase.amount_cents <= 0n) return { unpaid_cents: noMoney, dues: [] };
  const { instalments, cashback_basis_points } = purchase;
  const first_due_date = utcDate(purchase.first_instalment_date ?? purchase.repayment_date);
  const dues = partsOfPurchase(storedCents(purchase.amount_cents), { first_due_date, instalments }).map(({ due_date }) => ({
    due_date,
    cashback_basis_points,
  }));
  const isOwn = (due: OpenDue) => dues.some((own) => own.due_date === due.due_date && own.cashback_basis_points === due.cashback_basis_points);
  const open = add(noMoney, ...expected.filter(isOwn).map(({ amount_cents }) => amount_cents));
  const { own, later } = await readKeptPurchases(transaction, scope, token);
  const unpaid = smaller(own, larger(noMoney, subtract(open, later)));
  return { unpaid_cents: smaller(unpaid, larger(noMoney, storedCents(purchase.settled_cents))), dues };
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
    const chosen = await payNowChoice(transaction, scope, account, choice);
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
        counts_on: startOfDay(today),
        pays_first: chosen.pay === 'purchase' ? chosen.dues.map((due) => ({ ...due })) : [],
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
