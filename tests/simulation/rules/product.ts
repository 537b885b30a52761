import type { DrawRow } from '../../../server/db/queries/accountRows.ts';
import type { CardDay } from '../../../server/db/queries/cardDays.ts';
import type { Receiver } from '../../../server/db/rows.ts';
import { dayIn, type IsoDate, isoDate, utcDate } from '../../../server/domain/basics/dates.ts';
import { add, type Cents, cents, larger, noMoney, subtract } from '../../../server/domain/basics/money.ts';
import { decidePurchase } from '../../../server/domain/card/authorization.ts';
import { isCounted } from '../../../server/domain/card/card.ts';
import {
  emptyBalances,
  isFailedPayout,
  isSettledTransfer,
  type LedgerSubject,
  type LedgerTransfer,
  missingTransfers,
  outstanding,
} from '../../../server/domain/ledger/ledger.ts';
import { isNoticeDue } from '../../../server/domain/mail/mailTimes.ts';
import { type CreditParts, creditParts, mayBePaidOut } from '../../../server/domain/payout/creditPayout.ts';
import {
  type AllocationFacts,
  type AllocationPart,
  allocationChanges,
  beforeFailed,
  oldestFirst,
  payingOrder,
} from '../../../server/domain/repayment/allocation.ts';
import { cashbackSubjectId, cashbackToBook, isPaidInTime } from '../../../server/domain/repayment/cashback.ts';
import { isDrawnByItself, isFailedDraw, isInFlight, isLaterTransferStatus } from '../../../server/domain/repayment/draw.ts';
import { usualDraws } from '../../../server/domain/repayment/drawDays.ts';
import { finalDay } from '../../../server/domain/repayment/finalMoney.ts';
import { countingDay } from '../../../server/domain/repayment/inTime.ts';
import { payNowPreview } from '../../../server/domain/repayment/payNow.ts';
import { earliestDueDate, type PurchaseTerms, purchaseTerms } from '../../../server/domain/repayment/purchaseTerms.ts';
import { type RefundedPart, refundedParts } from '../../../server/domain/repayment/refundedPurchases.ts';
import { type FailureAction, meaningOfFailure } from '../../../server/domain/repayment/returnCodes.ts';
import { dueDateOf } from '../../../server/domain/repayment/schedule.ts';
import { type DueDraw, drawsOnDay } from '../../../server/domain/repayment/upcomingDebits.ts';
import { isFinalDraw } from '../../../server/domain/spendingPower/heldBack.ts';
import { bankHolidays, usHolidays } from '../../../server/holidays.ts';
import { defaultProgram } from '../../../server/programs/index.ts';
import { type Account, accountOf, allDues, debtFacts, isHeld } from '../../../server/services/ledger/account.ts';
import { upcomingDebits } from '../../support/upcomingDebits.ts';
import type { Debit } from '../oracle/facts.ts';
import type { Standing } from './standing.ts';

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
  shop: string;
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

/** A debit that is ordered, with its days and the failed debit that it collects as the product writes them. */
interface OrderedDraw extends Pick<Debit, 'kind' | 'amount' | 'isRetry' | 'bank' | 'isPersonal'> {
  id: string;
  due: string;
  /** The due date that the merchant chose to pay first. */
  chosen: string | null;
  attempt: number;
  collects: string | null;
}

/** What the bank says of a debit. */
interface TransferState {
  status: string;
  code: string | null;
  /** The last day on which it may come back, once the bank names it. */
  returnableUntil: string | null;
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
  /** What was allocated, each part as it was stored. */
  const parts: AllocationPart[] = [];
  const failedPaidAt = new Map<string, Date>();
  /** What each refund gives back. */
  const refunded = new Map<string, readonly RefundedPart[]>();
  /** Due on their day: rows of staff below zero, and payouts. */
  const withdrawn = new Map<string, { at: Date; amount_cents: Cents }>();
  const draws: DrawRow[] = [];
  /** The debits of the bank accounts of persons. */
  const personal = new Set<string>();
  let closingSince: Date | null = null;
  let unlockedAt: Date | null = null;
  let bankInUse = 1;
  let authorizedAt = new Date(0);
  let stopped: FailureAction | null = null;
  // Computed last; null once something changed.
  let known: { day: IsoDate; account: Account } | null = null;
  let summed: CardDay[] | null = null;

  function change(): void {
    known = null;
  }

  // The rules read of a receiver only what is here.
  const receiver = (): Receiver =>
    ({
      ...flags,
      whitelabel: 'headway',
      payment_plan: terms.plan,
      net_terms: terms.netTerms,
      net_terms_type: terms.netTermsType,
      weekly_draw_day: null,
      plaid_access_token: 'linked',
      unlocked_at: unlockedAt,
      closing_requested_at: closingSince,
      business_refused_at: null,
    }) as Receiver;

  function book(subject: LedgerSubject): boolean {
    const before = made.get(subject.subject_id) ?? [];
    const missing = missingTransfers(subject, before);
    made.set(subject.subject_id, [...before, ...missing]);
    for (const { debit_account, credit_account, amount_cents } of missing) {
      balances[debit_account] = add(balances[debit_account], amount_cents);
      balances[credit_account] = subtract(balances[credit_account], amount_cents);
    }
    change();
    return missing.length > 0;
  }

  function sumByDay(): CardDay[] {
    const days = new Map<string, CardDay>();
    for (const row of stored.values()) {
      const amount = cents(row.held + row.settled);
      if (!isCounted(row) || amount <= 0) continue;
      const { made_on, terms } = row;
      const { repayment_date, first_instalment_date, instalments, cashback_basis_points } = terms;
      const first_due_date = first_instalment_date ?? repayment_date;
      const key = [made_on, repayment_date, first_due_date, instalments, cashback_basis_points].join(' ');
      const bought_cents = add(days.get(key)?.bought_cents ?? noMoney, amount);
      days.set(key, { card_token: 'card', made_on, repayment_date, first_due_date, instalments, cashback_basis_points, bought_cents, returned_cents: noMoney });
    }
    return [...days.values()];
  }

  /** Returns parts summed as the database sums them, those that were taken back whole left out, what was paid last at the end. */
  function netParts(): AllocationPart[] {
    const net = new Map<string, AllocationPart>();
    for (const part of parts) {
      const { source, entry_id, due_date, cashback_basis_points, failed_draw_id } = part;
      const key = [source, entry_id, due_date, cashback_basis_points, failed_draw_id].join();
      const amount_cents = add(net.get(key)?.amount_cents ?? noMoney, part.amount_cents);
      if (part.amount_cents > 0) net.delete(key);
      net.set(key, { ...part, amount_cents });
    }
    return [...net.values()].filter(({ amount_cents }) => amount_cents !== 0);
  }

  function accountRows() {
    summed ??= sumByDay();
    const net = netParts();
    const cashback = net.filter(({ source }) => source === 'cashback');
    const credited = Map.groupBy(cashback, ({ entry_id }) => isoDate(entry_id));
    return {
      balances,
      cardDays: summed,
      draws,
      allocated: net.flatMap(({ due_date, ...part }) => (due_date === null ? [] : [{ ...part, due_date }])),
      failedPaidAt,
      cashback: new Map([...credited].map(([date, own]) => [date, sumOf(own)])),
      unusedCashback: sumOf(cashback.filter(({ due_date }) => due_date === null)),
      refunded: [...refunded.values()].flat(),
      withdrawn: [...withdrawn.values()],
      preference: usualDraws,
      arrangements: [],
      approved_cents: noMoney,
      total_cents: cents(power),
      authorization: { acceptedAt: authorizedAt, endedReason: stopped === 'stop' ? 'returned' : stopped === null ? null : 'bank_link_ended' },
      hasFlaggedIdentity: false,
      holderCategory: 'business',
    };
  }

  function account(at: number): Account {
    const day = dayAt(at);
    if (known?.day !== day) known = { day, account: accountOf({ clock: () => new Date(at), isBankHoliday }, accountRows(), receiver()) };
    return known.account;
  }

  function allocate(at: number, { entry, failed, keepsCashback }: Pick<AllocationFacts, 'entry' | 'failed' | 'keepsCashback'>): void {
    const entryIds = [...new Set(parts.map(({ entry_id }) => entry_id))];
    const drawIds = draws.map(({ id }) => id);
    const changes = allocationChanges({ dues: allDues(accountRows(), receiver()), parts: netParts(), drawIds, entryIds, entry, failed, keepsCashback });
    parts.push(...changes);
    for (const { failed_draw_id: id, source, amount_cents } of changes) {
      if (id !== null && source !== 'failed' && amount_cents > 0) failedPaidAt.set(id, new Date(at));
    }
    for (const draw of draws) {
      const own = parts.filter(({ failed_draw_id }) => failed_draw_id === draw.id);
      if (own.length > 0) draw.open_cents = subtract(noMoney, sumOf(own));
    }
    change();
  }

  function creditCashback(at: number): void {
    if (draws.length === 0) return;
    const firstOpen = earliestDueDate(new Date(at), receiver(), isHoliday);
    for (;;) {
      const now = account(at);
      const open = new Set(now.draws.filter((draw) => !isFinalDraw(draw, dayAt(at))).map(({ id }) => id));
      const waiting = netParts().filter((part) => part.source === 'repayment' && open.has(part.entry_id) && isPaidInTime(part, now.cashback.deadlineOf));
      const [earned] = cashbackToBook(now.cashback, {
        isComplete: (dueDate) => dueDate < firstOpen,
        notFinal: new Set(waiting.flatMap(({ due_date }) => due_date ?? [])),
        awaited: now.draws.filter(isInFlight).map(({ counts_on }) => counts_on),
      });
      if (earned === undefined) return;
      const { due_date, cashback_cents: amount_cents } = earned;
      book({ type: 'cashback', subject_id: cashbackSubjectId(due_date), as_of: new Date(at), amount_cents });
      const entry = { entry_id: due_date, source: 'cashback' as const, counts_on: null, amount_cents, order: beforeFailed };
      allocate(at, { entry, failed: null, keepsCashback: false });
    }
  }

  /** Returns what a refund gives back of which purchases. */
  function giveBack({ token, shop, madeAt }: Reported, amount: Cents): readonly RefundedPart[] {
    const others = [...refunded].flatMap(([refund, own]) => (refund === token ? [] : own));
    const before = [...stored.values()].filter((row) => isCounted(row) && row.held + row.settled > 0 && row.madeAt <= madeAt);
    const newestFirst = before.toSorted((one, other) => other.madeAt - one.madeAt || (one.token < other.token ? 1 : -1));
    const likeliest = [...newestFirst.filter((row) => row.shop === shop), ...newestFirst.filter((row) => row.shop !== shop)];
    return refundedParts(
      amount,
      likeliest.map((row) => ({
        token: row.token,
        amount_cents: cents(row.held + row.settled),
        refunded_cents: sumOf(others.filter(({ purchase_token }) => purchase_token === row.token)),
        first_due_date: row.terms.first_instalment_date ?? row.terms.repayment_date,
        instalments: row.terms.instalments,
        cashback_basis_points: row.terms.cashback_basis_points,
      })),
    );
  }

  /** Divides the credit as a use case does. */
  function credit(at: number): CreditParts {
    const { trust, unusedCashback } = account(at);
    return creditParts({ balances, notFinal: trust.notFinal, cashback: closingSince === null ? unusedCashback : noMoney });
  }

  return {
    bookCashback: creditCashback,
    standing(at: number): Standing {
      const now = account(at);
      return {
        owed: now.balances.owed,
        outstanding: now.outstanding,
        schedule: now.schedule.map((entry) => [dueDateOf(entry), entry.total_owed_cents, entry.potential_cashback]),
        failed: draws.flatMap(({ id, open_cents }): Standing['failed'] => (open_cents ? [[id, open_cents]] : [])).sort(),
        isHeld: isHeld(receiver(), now),
        heldBack: now.heldBack,
        payable: credit(at).payable,
        cashback: [...accountRows().cashback].filter(([, amount]) => amount !== 0).sort(),
      };
    },
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
      summed = null;
      const before = stored.get(row.token);
      const created_at = new Date(row.madeAt);
      const purchase = { created_at, categoryCode: row.isCash ? '6011' : null, cash_cents: noMoney };
      const bought = before?.terms ?? purchaseTerms(purchase, receiver(), { cashbackBasisPoints: terms.cashbackRate, isHoliday });
      stored.set(row.token, { ...row, made_on: utcDate(created_at), terms: bought });
      const { token: subject_id, status } = row;
      const amounts = { pending_cents: cents(row.held), settled_cents: cents(row.settled) };
      if (!book({ type: 'card_transaction', subject_id, as_of: new Date(at), status, ...amounts })) return;
      const amount_cents = isCounted(row) ? larger(noMoney, cents(-row.settled)) : noMoney;
      const given = amount_cents === 0 ? [] : giveBack(row, amount_cents);
      refunded.set(subject_id, given);
      const isRefund = row.held <= 0 && row.settled <= 0;
      const order = { first: 'dues' as const, dues: given };
      const entry = isRefund ? { entry_id: subject_id, source: 'refund' as const, counts_on: null, amount_cents, order } : null;
      allocate(at, { entry, failed: null, keepsCashback: false });
      creditCashback(at);
    },
    addRow(id: string, amount: number, at: number) {
      if (amount < 0) withdrawn.set(id, { at: new Date(at), amount_cents: cents(-amount) });
      book({ type: 'manual', subject_id: id, as_of: new Date(at), transaction_type: 'chargeback', amount_cents: cents(amount) });
      const entry = { entry_id: id, source: 'credit' as const, counts_on: null, amount_cents: larger(noMoney, cents(amount)), order: oldestFirst };
      allocate(at, { entry, failed: null, keepsCashback: false });
      creditCashback(at);
    },
    /** Returns the draws to make today; none while the account is not drawn from. */
    debits(at: number): readonly (DueDraw & { isRetry: boolean })[] {
      creditCashback(at);
      const day = dayAt(at);
      if (balances.owed <= 0 || stopped !== null || !isDrawnByItself(receiver())) return [];
      return drawsOnDay(debtFacts(account(at), isBankHoliday), day).map((draw) => ({
        ...draw,
        isRetry: draw.retry_of !== null && draw.amount_cents === draws.find(({ id }) => id === draw.retry_of)?.amount_cents,
      }));
    },
    order({ id, kind, due, chosen, attempt, amount, collects, bank, isPersonal }: OrderedDraw, at: number) {
      const [due_date, today, rates] = [
        isoDate(due),
        dayAt(at),
        [...new Set(allDues(accountRows(), receiver()).map((one) => one.cashback_basis_points))].sort((one, other) => other - one),
      ];
      const facts = { ...account(at), today, isBankHoliday };
      const draw: DrawRow = {
        id,
        kind,
        due_date,
        part: 1,
        attempt,
        debit_date: today,
        amount_cents: cents(amount),
        status: 'pending',
        failure_code: null,
        business_key: id,
        finished_at: null,
        retry_of: collects,
        bank_account_id: String(bank),
        counts_on: kind === 'scheduled' && collects === null ? countingDay(due_date, facts) : today,
        final_on: null,
        open_cents: null,
        pays_first: chosen === null ? [] : rates.map((cashback_basis_points) => ({ due_date: isoDate(chosen), cashback_basis_points })),
      };
      if (isPersonal) personal.add(id);
      draws.push(draw);
      change();
    },
    /** Stores a transfer's state, as the bank reports it, and does what follows. */
    transfer(id: string, { status, code, returnableUntil }: TransferState, at: number) {
      const draw = draws.find((one) => one.id === id);
      if (!draw || !isLaterTransferStatus(status, draw.status)) return;
      Object.assign(draw, { status, failure_code: code });
      const isSettled = isSettledTransfer(status);
      if (isFailedDraw(draw) || (isSettled && draw.finished_at === null)) draw.finished_at = new Date(at);
      const returnWindow = returnableUntil === null ? null : isoDate(returnableUntil);
      const settled = {
        returnWindow,
        availableOn: status === 'funds_available' ? dayAt(at) : null,
        holderCategory: personal.has(id) ? 'personal' : 'business',
      };
      if (isSettled) draw.final_on ??= finalDay(settled, { finalAfter: defaultProgram.finalAfterBankingDays, isBankHoliday });
      const isBooked = book({ type: 'repayment', subject_id: id, as_of: new Date(at), status, amount_cents: draw.amount_cents });
      if (!isBooked && !isFailedDraw(draw)) return;
      const [order, amount_cents] = [payingOrder(draw), isSettled ? draw.amount_cents : noMoney];
      const entry = { entry_id: id, source: 'repayment' as const, counts_on: draw.counts_on, amount_cents, order };
      const failed = isFailedDraw(draw) ? { draw_id: draw.retry_of ?? id, amount_cents: draw.amount_cents, order, dues: null } : null;
      allocate(at, { entry, failed, keepsCashback: false });
      creditCashback(at);
      if (!isFailedDraw(draw)) return;
      const { action } = meaningOfFailure(code);
      if (action === 'stop' || (action === 'relink' && draw.bank_account_id === String(bankInUse) && stopped === null)) stopped = action;
      change();
    },
    /** Tells what stopped the debits of the account: another bank is needed, or another authorization. */
    stoppedBy: (): FailureAction | null => stopped,
    /** The merchant has linked another bank, or authorized debits again. */
    resume(bank: number, at: number) {
      change();
      stopped = null;
      bankInUse = bank;
      authorizedAt = new Date(at);
    },
    /** @param amount what is paid where the merchant chooses the amount. */
    payNowAmount(pay: 'all' | 'next_due' | 'amount', amount: number, at: number): Cents {
      const now = account(at);
      return payNowPreview({
        ...now,
        choice: pay === 'amount' ? { pay, amount_cents: cents(amount) } : { pay },
        owed: now.balances.owed,
        power: { total: cents(power), totalAfter: () => cents(power), used: now.outstanding, trust: now.trust, rule: defaultProgram.trust },
        sentOn: dayAt(at),
        holderCategory: 'business',
        finalAfter: defaultProgram.finalAfterBankingDays,
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
        held_back_cents: account(at).heldBack,
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
      const before = withdrawn.get(id);
      if (isFailedPayout({ status })) withdrawn.delete(id);
      else withdrawn.set(id, before ?? { at: new Date(at), amount_cents: cents(amount) });
      if (!book({ type: 'payout', subject_id: `payout:${id}`, as_of: new Date(at), status, amount_cents: cents(amount) })) return;
      allocate(at, { entry: null, failed: null, keepsCashback: !isFailedPayout({ status }) });
      creditCashback(at);
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
  };
}

const sumOf = (amounts: readonly { readonly amount_cents: Cents }[]): Cents => add(noMoney, ...amounts.map(({ amount_cents }) => amount_cents));
