import type { DrawRow } from '../../../server/db/queries/accountRows.ts';
import type { CardDay } from '../../../server/db/queries/cardDays.ts';
import type { Receiver } from '../../../server/db/rows.ts';
import { dayIn, type IsoDate, startOfDay, utcDate } from '../../../server/domain/basics/dates.ts';
import { add, type Cents, cents, negate, noMoney, smaller, subtract } from '../../../server/domain/basics/money.ts';
import { decidePurchase } from '../../../server/domain/card/authorization.ts';
import { isCounted } from '../../../server/domain/card/card.ts';
import {
  emptyBalances,
  isSettledTransfer,
  type LedgerSubject,
  type LedgerTransfer,
  ledgerBalances,
  missingTransfers,
  outstanding,
} from '../../../server/domain/ledger/ledger.ts';
import { isNoticeDue } from '../../../server/domain/mail/mailTimes.ts';
import { type CreditParts, creditParts, mayBePaidOut, notFinal } from '../../../server/domain/payout/creditPayout.ts';
import { cashbackSubjectId, cashbackToBook, earnedCashback, type Receipt, unusedCashback } from '../../../server/domain/repayment/cashback.ts';
import { isDrawnByItself, isFailedDraw, isInFlight, isLaterTransferStatus, isScheduled } from '../../../server/domain/repayment/draw.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { scheduledCredits, uncollectedAmount } from '../../../server/domain/repayment/failedDebits.ts';
import { canBePaidInTime, plannedDay } from '../../../server/domain/repayment/inTime.ts';
import { payNowPreview } from '../../../server/domain/repayment/payNow.ts';
import { duesOf, earliestDueDate, type PurchaseTerms, purchaseTerms } from '../../../server/domain/repayment/purchaseTerms.ts';
import { refundedPurchases } from '../../../server/domain/repayment/refundedPurchases.ts';
import { type FailureAction, meaningOfFailure } from '../../../server/domain/repayment/returnCodes.ts';
import { paymentDeadline } from '../../../server/domain/repayment/schedule.ts';
import { type DueDraw, drawsOnDay } from '../../../server/domain/repayment/upcomingDebits.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';
import { defaultProgram } from '../../../server/programs/index.ts';
import { type Account, accountOf, debtFacts, isHeld } from '../../../server/services/ledger/account.ts';
import { upcomingDebits } from '../../support/upcomingDebits.ts';

/** The product's own rules at work on one account in memory, as its use cases call them. */

const isHoliday = usHolidays();
const isBankHoliday = bankHolidays();
const timeZone = 'America/New_York';

let asked: { at: number; day: IsoDate } | null = null;

/** Returns the program's day at an instant. Several rules ask for the same one, so the last answer is kept. */
function dayAt(at: number): IsoDate {
  if (asked?.at !== at) asked = { at, day: dayIn(timeZone, new Date(at)) };
  return asked.day;
}

export interface ProductTerms {
  plan: 'net_terms' | 'fixed_pay';
  netTerms: number;
  netTermsType: 'calendar' | 'business';
  cashbackRate: number;
}

/** A card transaction as the issuer reports it. */
export interface Reported {
  token: string;
  madeAt: number;
  status: string;
  isCash: boolean;
  held: number;
  settled: number;
}

interface Stored extends Reported {
  made_on: IsoDate;
  terms: PurchaseTerms;
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
  /** The bookings of cashback and of payouts among them. */
  const cashbackMade: LedgerTransfer[] = [];
  const payoutsMade: LedgerTransfer[] = [];
  let closingSince: Date | null = null;
  const balances = emptyBalances();
  const rows: { at: Date; amount: Cents }[] = [];
  let unlockedAt: Date | null = null;
  const createdAt = new Map<string, Date>();
  /** When the funds of each transfer became available. */
  const availableOn = new Map<string, IsoDate>();
  const draws: DrawRow[] = [];
  const transfers = new Map<string, { status: string; draw: DrawRow }>();

  let stopped: FailureAction | null = null;
  // Computed last; null once something changed. No cashback is left to book while the day answers the same of each due date.
  let known: { day: IsoDate; account: Account } | null = null;
  let cashbackFacts: ReturnType<typeof readCashbackFacts> | null = null;
  let credited: string | null = null;

  function change(): void {
    known = null;
    cashbackFacts = null;
    credited = null;
  }

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
      unlocked_at: unlockedAt,
      closing_requested_at: closingSince,
      business_refused_at: null,
    }) as Receiver;

  function book(subject: LedgerSubject): boolean {
    const before = made.get(subject.subject_id) ?? [];
    const missing = missingTransfers(subject, before);
    if (missing.length === 0) return false;
    made.set(subject.subject_id, [...before, ...missing]);
    if (subject.type === 'cashback') cashbackMade.push(...missing);
    if (subject.type === 'payout') payoutsMade.push(...missing);
    for (const { debit_account, credit_account, amount_cents } of missing) {
      balances[debit_account] = add(balances[debit_account], amount_cents);
      balances[credit_account] = subtract(balances[credit_account], amount_cents);
    }
    return true;
  }

  function sumByDay(): CardDay[] {
    const days = new Map<string, CardDay>();
    for (const row of stored.values()) {
      if (!isCounted(row)) continue;
      const { made_on, terms } = row;
      const { repayment_date, first_instalment_date, instalments, cashback_basis_points } = terms;
      const first_due_date = first_instalment_date ?? repayment_date;
      const key = [made_on, repayment_date, first_due_date, instalments, cashback_basis_points].join(' ');
      const { bought_cents = noMoney, returned_cents = noMoney } = days.get(key) ?? {};
      const amount = cents(row.held + row.settled);
      const sums =
        amount > 0 ? { bought_cents: add(bought_cents, amount), returned_cents } : { bought_cents, returned_cents: subtract(returned_cents, amount) };
      days.set(key, { card_token: 'card', made_on, repayment_date, first_due_date, instalments, cashback_basis_points, ...sums });
    }
    return [...days.values()];
  }

  /** The purchases by day and what is due of them, until one changes. */
  let summed: { cardDays: CardDay[]; dues: ReturnType<typeof duesOf> } | null = null;

  function purchases() {
    if (summed) return summed;
    const cardDays = sumByDay();
    summed = { cardDays, dues: duesOf(cardDays).filter((due) => due.amount_cents > 0) };
    return summed;
  }

  function account(at: number): Account {
    const day = dayAt(at);
    if (known?.day === day) return known.account;
    known = { day, account: computeAccount(at) };
    return known.account;
  }

  function computeAccount(at: number): Account {
    return accountOf(
      { clock: () => new Date(at), isBankHoliday },
      {
        balances,
        cardDays: purchases().cardDays,
        draws,
        preference: usualDraws,
        arrangements: [],
        approved_cents: cents(0),
        total_cents: cents(power),
        authorization: { acceptedAt: new Date(at), endedReason: stopped === 'stop' ? 'returned' : null },
        hasFlaggedIdentity: false,
      },
      receiver(),
    );
  }

  function receiptsOf(dated: Account['draws']): Receipt[] {
    const repaid = dated.flatMap((draw): Receipt[] => {
      const failedAt = isFailedDraw(draw) ? draw.finished_at : null;
      const isSettled = isSettledTransfer(draw.status);
      if (!isSettled && failedAt === null && !isInFlight(draw)) return [];
      const dueDate = isScheduled(draw) ? draw.due_date : null;
      const repayment = { plannedDay: plannedDay(draw, dated, isBankHoliday), dueDate, isSettled, failedAt };
      return [{ at: createdAt.get(draw.id) ?? new Date(0), amount_cents: draw.amount_cents, repayment }];
    });
    const credits = rows.filter(({ amount }) => amount > 0).map(({ at, amount }) => ({ at, amount_cents: amount, repayment: null }));
    const movements = [...stored.values()].filter(isCounted).map(({ token, madeAt, held, settled, terms: bought }) => ({
      token,
      card_token: 'card',
      merchant: 'FJORD TEXTILES IMPORT',
      amount_cents: cents(held + settled),
      created_at: new Date(madeAt),
      first_due_date: bought.first_instalment_date ?? bought.repayment_date,
      instalments: bought.instalments,
      cashback_basis_points: bought.cashback_basis_points,
    }));
    const refunded = refundedPurchases(movements.filter(({ amount_cents }) => amount_cents !== 0));
    const refunds = movements
      .filter(({ amount_cents }) => amount_cents < 0)
      .map(({ token, created_at, amount_cents }) => ({
        at: created_at,
        amount_cents: negate(amount_cents),
        repayment: null,
        refunded: refunded.get(token) ?? [],
      }));
    const booked = [...bookedCashback().map((row) => ({ ...row, isCashback: true })), ...paidOut()].filter(({ amount_cents }) => amount_cents > 0);
    return [...repaid, ...credits, ...refunds, ...booked.map((row) => ({ ...row, repayment: null }))];
  }

  /** Returns each booking of cashback, below zero when it was taken back. */
  function bookedCashback(): { at: Date; amount_cents: Cents }[] {
    return cashbackMade.map(({ at, kind, amount_cents }) => ({ at, amount_cents: kind === 'cashback' ? amount_cents : negate(amount_cents) }));
  }

  /** Returns each payout, below zero, and each that came back. */
  function paidOut(): { at: Date; amount_cents: Cents }[] {
    return payoutsMade.map(({ at, kind, amount_cents }) => ({ at, amount_cents: kind === 'credit_payout' ? negate(amount_cents) : amount_cents }));
  }

  /** Returns what cashback depends on beside the day. */
  function readCashbackFacts() {
    const dated = draws.map((draw) => ({ ...draw, failedOn: isFailedDraw(draw) && draw.finished_at ? dayIn(timeZone, draw.finished_at) : null }));
    const withdrawn = paidOut().map((row) => ({ ...row, isPayout: true }));
    const takenBack = [...rows.map((row) => ({ at: row.at, amount_cents: row.amount })), ...bookedCashback(), ...withdrawn].filter(
      (row) => row.amount_cents < 0,
    );
    const dues = [
      ...purchases().dues.map(({ made_on, ...due }) => ({ ...due, since: startOfDay(made_on) })),
      ...takenBack.map(({ at, amount_cents, ...rest }) => {
        return { ...rest, due_date: dayIn(timeZone, at), amount_cents: negate(amount_cents), cashback_basis_points: 0, since: at };
      }),
    ];
    return { dated, dues, dueDates: [...new Set(dues.map(({ due_date }) => due_date))], receipts: receiptsOf(dated) };
  }

  function creditCashback(at: number): void {
    if (draws.length === 0 && cashbackMade.length === 0) return;
    cashbackFacts ??= readCashbackFacts();
    const { dated, dues, dueDates, receipts } = cashbackFacts;
    const open = { draws: dated, today: dayAt(at), isDrawnByItself: stopped === null && isDrawnByItself(receiver()), isBankHoliday };
    const firstOpen = earliestDueDate(new Date(at), receiver(), isHoliday);
    const timely = {
      isComplete: (dueDate: IsoDate) => dueDate < firstOpen,
      canBePaidInTime: (dueDate: IsoDate) => canBePaidInTime(dueDate, open),
    };
    const answers = dueDates.map((dueDate) => `${timely.isComplete(dueDate)} ${timely.canBePaidInTime(dueDate)}`).join();
    if (answers === credited) return;
    const earned = earnedCashback({ dues, receipts, deadlineOf: (dueDate) => paymentDeadline(dueDate, isBankHoliday), ...timely });
    const due = new Set(earned.map(({ due_date }) => cashbackSubjectId(due_date)));
    const gone = [...new Set(cashbackMade.map(({ subject_id }) => subject_id))].filter((id) => !due.has(id));
    const amounts = [
      ...earned.map((one) => {
        const id = cashbackSubjectId(one.due_date);
        return [id, cashbackToBook(one, ledgerBalances(made.get(id) ?? []).cashback)] as const;
      }),
      ...gone.map((id) => [id, noMoney] as const),
    ];
    const booked = amounts.filter(([subject_id, amount_cents]) => book({ type: 'cashback', subject_id, as_of: new Date(at), amount_cents }));
    if (booked.length > 0) change();
    else credited = answers;
  }

  /** Divides the credit as a use case does. */
  function credit(at: number): CreditParts {
    const settled = draws
      .filter(({ status }) => isSettledTransfer(status))
      .map(({ id, amount_cents }) => ({ amount_cents, availableOn: availableOn.get(id) ?? null, holderCategory: 'business' }));
    const { cents: waiting } = notFinal(settled, { today: dayAt(at), finalAfter: defaultProgram.finalAfterBankingDays, isBankHoliday });
    cashbackFacts ??= readCashbackFacts();
    const cashback = closingSince === null ? smaller(unusedCashback(cashbackFacts), balances.cashback) : noMoney;
    return creditParts({ balances, notFinal: waiting, cashback });
  }

  function followFailure(draw: DrawRow, hadSettled: boolean, at: number): void {
    if (isScheduled(draw) || draw.status === 'returned') {
      const now = account(at);
      const since = createdAt.get(draw.id) ?? new Date(0);
      const cashbackSince = add(
        noMoney,
        ...bookedCashback()
          .filter((row) => row.at > since)
          .map((row) => row.amount_cents),
      );
      draw.uncollected_cents = uncollectedAmount(draw, { ...now, owed: now.balances.owed, cashbackSince, hadSettled, isBankHoliday });
      draw.credits_cents = add(now.credits.underway, isScheduled(draw) ? noMoney : scheduledCredits(now.draws).underway);
      draw.cashback_cents = subtract(now.credits.cashback, cashbackSince);
      change();
    }
    const { action } = meaningOfFailure(draw.failure_code);
    if (action === 'stop' || (action === 'relink' && stopped === null)) stopped = action;
    change();
  }

  return {
    account,
    isHeld: (at: number): boolean => isHeld(receiver(), account(at)),
    setTerms(changed: ProductTerms) {
      change();
      terms = changed;
    },
    setFlags(changed: Partial<typeof flags>, at: number) {
      change();
      if (flags.is_locked && changed.is_locked === false) unlockedAt = new Date(at);
      Object.assign(flags, changed);
    },
    report(row: Reported, at: number) {
      change();
      summed = null;
      const before = stored.get(row.token);
      const created_at = new Date(row.madeAt);
      const purchase = { created_at, categoryCode: row.isCash ? '6011' : null, cash_cents: noMoney };
      const bought = before?.terms ?? purchaseTerms(purchase, receiver(), { cashbackBasisPoints: terms.cashbackRate, isHoliday });
      stored.set(row.token, { ...row, made_on: utcDate(created_at), terms: bought });
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
      change();
      rows.push({ at: new Date(at), amount: cents(amount) });
      book({ type: 'manual', subject_id: id, as_of: new Date(at), transaction_type: 'chargeback', amount_cents: cents(amount) });
      creditCashback(at);
    },
    /** Returns the draws to make today; none while the account is not drawn from. */
    debits(at: number): readonly DueDraw[] {
      creditCashback(at);
      const day = dayAt(at);
      if (balances.owed <= 0 || stopped !== null || !isDrawnByItself(receiver())) return [];
      return drawsOnDay(debtFacts(account(at), isBankHoliday), day);
    },
    order({ id, kind, due_date, attempt, amount, retry_of }: OrderedDraw, at: number) {
      change();
      const draw: DrawRow = {
        id,
        kind,
        due_date,
        part: 1,
        attempt,
        debit_date: dayAt(at),
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
      createdAt.set(id, new Date(at));
      draws.push(draw);
      transfers.set(id, { status: 'pending', draw });
    },
    /** Stores a transfer's state, as the bank reports it, and does what follows. */
    transfer(id: string, { status, code }: { status: string; code: string | null }, at: number) {
      const sent = transfers.get(id);
      if (!sent || !isLaterTransferStatus(status, sent.status)) return;
      change();
      sent.status = status;
      sent.draw.status = status;
      sent.draw.failure_code = code;
      if (isFailedDraw(sent)) sent.draw.finished_at = new Date(at);
      if (status === 'funds_available') availableOn.set(id, dayAt(at));
      const isBooked = book({ type: 'repayment', subject_id: id, as_of: new Date(at), status, amount_cents: sent.draw.amount_cents });
      if (isBooked || isFailedDraw(sent)) creditCashback(at);
      if (isFailedDraw(sent)) followFailure(sent.draw, isBooked, at);
    },
    /** Tells what stopped the debits of the account: another bank is needed, or another authorization. */
    stoppedBy: (): FailureAction | null => stopped,
    /** The merchant has linked another bank, or authorized debits again. */
    resume() {
      change();
      stopped = null;
    },
    /** @param amount what is paid where the merchant chooses the amount. */
    payNowAmount(pay: 'all' | 'next_due' | 'amount', amount: number, at: number): Cents {
      const now = account(at);
      return payNowPreview({
        choice: pay === 'amount' ? { pay, amount_cents: cents(amount) } : { pay },
        schedule: now.schedule,
        owed: now.balances.owed,
        inFlight: now.inFlight,
        total: cents(power),
        outstanding: now.outstanding,
        sentOn: dayAt(at),
        cashbackOf: () => cents(0),
        isBankHoliday,
      }).amount_cents;
    },
    approves({ amount, cashAmount, category, approvedBefore }: Question, at: number): boolean {
      return decidePurchase({
        question: { kind: 'purchase', amount_cents: cents(amount), cash_cents: cents(cashAmount), categoryCode: category },
        merchant: { descriptor: 'FJORD TEXTILES IMPORT', country: 'USA' },
        now: new Date(at),
        timeZone: defaultProgram.timeZone,
        blockedCategories: defaultProgram.controls.blockedCategories,
        controls: null,
        isLost: false,
        isByEndedWallet: false,
        // What holds the account counts before a job has paused the card.
        cardState: 'OPEN',
        isOnOwnHold: false,
        receiver: {
          ...flags,
          ...{ is_business_refused: false, has_flagged_identity: false, is_closing: closingSince !== null },
          ...{ has_unpaid_draw: account(at).hasUnpaidDraw, are_debits_stopped: account(at).areDebitsStopped },
        },
        total_cents: cents(power),
        outstanding_cents: outstanding(balances),
        approved_cents: cents(approvedBefore),
      }).approved;
    },
    close(at: number) {
      change();
      closingSince = new Date(at);
    },
    /** Returns what a merchant with a bank who asks for their credit is paid. */
    payoutOnRequest(at: number): Cents {
      const { payable } = credit(at);
      return mayBePaidOut(payable, { least: defaultProgram.leastPayoutCents, isClosing: closingSince !== null }) ? payable : noMoney;
    },
    /** Returns the credit that an account with a bank is paid at closing, unless it was paid one since. */
    payoutAtClosing: (at: number): Cents => (closingSince === null ? noMoney : credit(at).payable),
    payOut(id: string, status: string, amount: number, at: number) {
      change();
      book({ type: 'payout', subject_id: `payout:${id}`, as_of: new Date(at), status, amount_cents: cents(amount) });
    },
    /** Returns the debits of which the merchant is to be notified today. */
    notices(at: number): readonly IsoDate[] {
      if (stopped !== null || !isDrawnByItself(receiver())) return [];
      const today = dayAt(at);
      const now = account(at);
      return upcomingDebits({ ...debtFacts(now, isBankHoliday), owed: now.outstanding }, today, 10)
        .map(({ debit_date }) => debit_date)
        .filter((debitDate) => isNoticeDue(debitDate, today, isBankHoliday));
    },
    cashback(): ReadonlyMap<string, number> {
      const earned = new Map<string, number>();
      for (const { subject_id, kind, amount_cents } of cashbackMade) {
        const dueDate = subject_id.replace('cashback:', '');
        earned.set(dueDate, (earned.get(dueDate) ?? 0) + (kind === 'cashback' ? amount_cents : -amount_cents));
      }
      return earned;
    },
  };
}
