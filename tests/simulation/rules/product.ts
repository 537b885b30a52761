import type { DrawRow } from '../../../server/db/queries/accountRows.ts';
import type { CardDay } from '../../../server/db/queries/cardDays.ts';
import type { Receiver } from '../../../server/db/rows.ts';
import { dayIn, type IsoDate, repaymentDate, utcDate } from '../../../server/domain/basics/dates.ts';
import { add, type Cents, cents, noMoney, subtract } from '../../../server/domain/basics/money.ts';
import { decidePurchase } from '../../../server/domain/card/authorization.ts';
import { isCounted } from '../../../server/domain/card/card.ts';
import {
  emptyBalances,
  isSettledRepayment,
  type LedgerSubject,
  type LedgerTransfer,
  missingTransfers,
  outstanding,
} from '../../../server/domain/ledger/ledger.ts';
import { isNoticeDue } from '../../../server/domain/mail/mailTimes.ts';
import { cashbackSubjectId, earnedCashback, type Receipt } from '../../../server/domain/repayment/cashback.ts';
import { isDrawnByItself, isFailedDraw, isLaterTransferStatus } from '../../../server/domain/repayment/draw.ts';
import { isScheduled, uncollectedAmount } from '../../../server/domain/repayment/failedDebits.ts';
import { type PayNowChoice, payNowPreview } from '../../../server/domain/repayment/payNow.ts';
import { type FailureAction, meaningOfFailure } from '../../../server/domain/repayment/returnCodes.ts';
import { paymentDeadline } from '../../../server/domain/repayment/schedule.ts';
import { type DueDraw, drawsOnDay, upcomingDebits } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';
import { type Account, accountOf, debtFacts, duesOf, isHeld } from '../../../server/services/ledger/account.ts';

/** The product's own rules at work on one account in memory, as its use cases call them. */

const isHoliday = usHolidays();
const isBankHoliday = bankHolidays();
const timeZone = 'America/New_York';

export interface ProductTerms {
  plan: 'net_terms' | 'fixed_pay';
  netTerms: number;
  netTermsType: 'calendar' | 'business';
}

/** A card transaction as the issuer reports it. */
export interface Reported {
  token: string;
  madeAt: number;
  status: string;
  held: number;
  settled: number;
}

interface Stored extends Reported {
  made_on: IsoDate;
  repayment_date: IsoDate;
}

interface OrderedDraw {
  id: string;
  kind: 'scheduled' | 'pay_now';
  due_date: IsoDate;
  attempt: number;
  amount: number;
  retry_of: string | null;
}

interface Question {
  amount: number;
  cashAmount: number;
  category: string;
  approvedBefore: number;
}

/** Keeps a receiver's rows in memory, and changes them as the use cases do. */
export function productAccount(opening: ProductTerms, power: number) {
  let terms = opening;
  const flags = { is_locked: false, is_fraud: false, is_black_listed: false };
  const stored = new Map<string, Stored>();
  const made = new Map<string, LedgerTransfer[]>();
  const balances = emptyBalances();
  const rows: { made_on: IsoDate; amount: Cents }[] = [];
  const draws: DrawRow[] = [];
  const transfers = new Map<string, { status: string; draw: DrawRow }>();

  let stopped: FailureAction | null = null;
  /** The account as it was computed last, until something changes. */
  let known: { day: IsoDate; account: Account } | null = null;

  // The rules read of a receiver only what is here.
  const receiver = (): Receiver =>
    ({
      ...flags,
      whitelabel: 'headway',
      payment_plan: terms.plan,
      net_terms: terms.netTerms,
      net_terms_type: terms.netTermsType,
      next_payment_at: null,
      plaid_access_token: 'linked',
    }) as Receiver;

  function book(subject: LedgerSubject): boolean {
    const before = made.get(subject.subject_id) ?? [];
    const missing = missingTransfers(subject, before);
    if (missing.length === 0) return false;
    made.set(subject.subject_id, [...before, ...missing]);
    for (const { debit_account, credit_account, amount_cents } of missing) {
      balances[debit_account] = add(balances[debit_account], amount_cents);
      balances[credit_account] = subtract(balances[credit_account], amount_cents);
    }
    return true;
  }

  function cardDays(): CardDay[] {
    const days = new Map<string, CardDay>();
    for (const row of stored.values()) {
      if (!isCounted(row)) continue;
      const { made_on, repayment_date } = row;
      const key = `${made_on} ${repayment_date}`;
      const day = days.get(key) ?? { card_token: 'card', made_on, repayment_date, bought_cents: noMoney, returned_cents: noMoney };
      const amount = cents(row.held + row.settled);
      if (amount > 0) day.bought_cents = add(day.bought_cents, amount);
      else day.returned_cents = subtract(day.returned_cents, amount);
      days.set(key, day);
    }
    return [...days.values()];
  }

  function account(at: number): Account {
    const day = dayIn(timeZone, new Date(at));
    if (known?.day === day) return known.account;
    known = { day, account: computeAccount(at) };
    return known.account;
  }

  function computeAccount(at: number): Account {
    return accountOf(
      { clock: () => new Date(at), isBankHoliday },
      { balances, cardDays: cardDays(), draws, total_cents: cents(power), authorizationEnd: stopped === 'stop' ? 'returned' : null },
      receiver(),
    );
  }

  function creditCashback(at: number): void {
    const days = cardDays();
    const settled = [...transfers.values()].filter(({ status }) => isSettledRepayment(status));
    if (transfers.size === 0 && rows.length === 0) return;
    const receipts: Receipt[] = [
      ...rows.filter(({ amount }) => amount > 0).map(({ made_on, amount }) => ({ date: made_on, amount_cents: amount, isRepayment: false })),
      ...settled.map(({ draw }) => ({ date: draw.debit_date, amount_cents: draw.amount_cents, isRepayment: true })),
      ...days.filter((day) => day.returned_cents > 0).map((day) => ({ date: day.made_on, amount_cents: day.returned_cents, isRepayment: false })),
    ];
    const earned = earnedCashback({
      dues: duesOf(days, receiver()).filter((due) => due.amount_cents > 0),
      receipts,
      cashbackBasisPoints: 100,
      deadlineOf: (dueDate) => paymentDeadline(dueDate, isBankHoliday),
    });
    const amounts = new Map([...made.keys()].filter((id) => id.startsWith('cashback:')).map((id) => [id, noMoney]));
    for (const { due_date, cashback_cents } of earned) amounts.set(cashbackSubjectId(due_date), cashback_cents);
    for (const [subject_id, amount_cents] of amounts) book({ type: 'cashback', subject_id, as_of: new Date(at), amount_cents });
  }

  function followFailure(draw: DrawRow, at: number): void {
    if (isScheduled(draw)) {
      const now = account(at);
      draw.uncollected_cents = uncollectedAmount(draw, debtFacts(now, isBankHoliday));
      draw.credits_cents = now.credits.underway;
      draw.cashback_cents = now.credits.cashback;
      known = null;
    }
    const { action } = meaningOfFailure(draw.failure_code);
    if (action === 'stop' || (action === 'relink' && stopped === null)) stopped = action;
    known = null;
  }

  return {
    account,
    isHeld: (at: number): boolean => isHeld(receiver(), account(at)),
    setTerms(changed: ProductTerms) {
      known = null;
      terms = changed;
    },
    setFlags(changed: Partial<typeof flags>) {
      known = null;
      Object.assign(flags, changed);
    },
    report(row: Reported, at: number) {
      known = null;
      const before = stored.get(row.token);
      const createdAt = new Date(row.madeAt);
      const repayment_date = before?.repayment_date ?? repaymentDate(createdAt, terms.netTerms, terms.netTermsType, isHoliday);
      stored.set(row.token, { ...row, made_on: utcDate(createdAt), repayment_date });
      const { token: subject_id, status } = row;
      const isBooked = book({
        type: 'card_transaction',
        subject_id,
        as_of: new Date(at),
        status,
        pending_cents: cents(row.held),
        settled_cents: cents(row.settled),
      });
      if (isBooked) creditCashback(at);
    },
    addRow(id: string, amount: number, at: number) {
      known = null;
      rows.push({ made_on: utcDate(new Date(at)), amount: cents(amount) });
      book({ type: 'manual', subject_id: id, as_of: new Date(at), transaction_type: 'chargeback', amount_cents: cents(amount) });
      creditCashback(at);
    },
    /** Returns the draws to make today; none while the account is not drawn from. */
    debits(at: number): readonly DueDraw[] {
      const day = dayIn(timeZone, new Date(at));
      if (balances.owed <= 0 || stopped !== null || !isDrawnByItself(receiver())) return [];
      return drawsOnDay(debtFacts(account(at), isBankHoliday), day);
    },
    order({ id, kind, due_date, attempt, amount, retry_of }: OrderedDraw, at: number) {
      known = null;
      const draw: DrawRow = {
        id,
        kind,
        due_date,
        attempt,
        debit_date: dayIn(timeZone, new Date(at)),
        amount_cents: cents(amount),
        status: 'pending',
        failure_code: null,
        business_key: id,
        finished_at: null,
        retry_of,
        bank_account_id: 'account',
        uncollected_cents: null,
        credits_cents: null,
        cashback_cents: null,
      };
      draws.push(draw);
      transfers.set(id, { status: 'pending', draw });
    },
    /** Stores a transfer's state, as the bank reports it, and does what follows. */
    transfer(id: string, { status, code }: { status: string; code: string | null }, at: number) {
      const sent = transfers.get(id);
      if (!sent || !isLaterTransferStatus(status, sent.status)) return;
      known = null;
      sent.status = status;
      sent.draw.status = status;
      sent.draw.failure_code = code;
      if (isFailedDraw(sent)) sent.draw.finished_at = new Date(at);
      const isBooked = book({ type: 'repayment', subject_id: id, as_of: new Date(at), status, amount_cents: sent.draw.amount_cents });
      if (isBooked) creditCashback(at);
      if (isFailedDraw(sent)) followFailure(sent.draw, at);
    },
    /** Tells what stopped the debits of the account: another bank is needed, or another authorization. */
    stoppedBy: (): FailureAction | null => stopped,
    /** The merchant has linked another bank, or authorized debits again. */
    resume() {
      known = null;
      stopped = null;
    },
    payNowAmount(choice: PayNowChoice, at: number): Cents {
      const now = account(at);
      return payNowPreview({
        choice,
        schedule: now.schedule,
        owed: now.balances.owed,
        inFlight: now.inFlight,
        total: cents(power),
        outstanding: now.outstanding,
        today: dayIn(timeZone, new Date(at)),
        cashbackBasisPoints: 100,
        isBankHoliday,
      }).amount_cents;
    },
    approves({ amount, cashAmount, category, approvedBefore }: Question, at: number): boolean {
      return decidePurchase({
        question: { kind: 'purchase', amount_cents: cents(amount), cash_cents: cents(cashAmount), categoryCode: category },
        // A job pauses the card when debits are stopped. What is unpaid counts before it does.
        cardState: account(at).areDebitsStopped ? 'PAUSED' : 'OPEN',
        receiver: flags,
        hasUnpaidDraw: account(at).hasUnpaidDraw,
        total_cents: cents(power),
        outstanding_cents: outstanding(balances),
        approved_cents: cents(approvedBefore),
      }).approved;
    },
    /** Returns the debits of which the merchant is to be notified today. */
    notices(at: number): readonly IsoDate[] {
      if (stopped !== null || !isDrawnByItself(receiver())) return [];
      const today = dayIn(timeZone, new Date(at));
      const now = account(at);
      return upcomingDebits({ ...debtFacts(now, isBankHoliday), owed: now.outstanding }, today, 10)
        .map(({ debit_date }) => debit_date)
        .filter((debitDate) => isNoticeDue(debitDate, today, isBankHoliday));
    },
    cashback(): ReadonlyMap<string, number> {
      const earned = new Map<string, number>();
      for (const [id, booked] of made) {
        if (!id.startsWith('cashback:')) continue;
        const amount = booked.reduce((sum, { kind, amount_cents }) => sum + (kind === 'cashback' ? amount_cents : -amount_cents), 0);
        if (amount !== 0) earned.set(id.slice('cashback:'.length), amount);
      }
      return earned;
    },
  };
}
