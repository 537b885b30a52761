import type { PaymentsAnswer, WireDraw } from '../../contract/payments.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankLink, BankTransfer, Draw } from '../../db/rows.ts';
import { type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import { add, type Cents, noMoney } from '../../domain/basics/money.ts';
import { isCanceledDraw, isInFlight, isScheduled } from '../../domain/repayment/draw.ts';
import { afterFailure, drawState, waitsForMoney } from '../../domain/repayment/drawWords.ts';
import { settlementDay } from '../../domain/repayment/payNow.ts';
import { failureReason, meaningOfFailure } from '../../domain/repayment/returnCodes.ts';
import { failedOf } from '../../domain/repayment/upcomingDebits.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { bankOf, currentBankLink } from '../bank/bankLink.ts';
import type { Deps } from '../deps.ts';
import { type Account, debtFacts, readAccount } from '../ledger/account.ts';
import { programDay } from '../receiver/programOf.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

const drawsPerPage = 10;

/** Draws that never reached the bank are no payments: others took their place. */
const shown = { OR: [{ status: { not: 'cancelled' } }, { transfer_id: { not: null } }] };

/**
 * Returns a page of a receiver's draws, newest first, each with its state and what follows from one that failed; the
 * account that is debited now, and the cashback earned to date. A page past the last one returns the last.
 */
export async function listDraws(deps: Deps, { scope, receiver, isOwn }: ReceiverView, { page }: { page: number }): Promise<PaymentsAnswer> {
  const own = databaseOf(deps.database, scope);
  const [total, account, bank, isDrawn] = await Promise.all([
    own.draw.count({ where: shown }),
    readAccount(deps, deps.database, scope, receiver),
    currentBankLink(deps.database, scope),
    isDrawnFrom(deps.database, scope, receiver),
  ]);
  const pages = Math.max(1, Math.ceil(total / drawsPerPage));
  const current = Math.min(page, pages);
  const draws = await own.draw.findMany({
    where: shown,
    orderBy: [{ debit_date: 'desc' }, { created_at: 'desc' }, { id: 'desc' }],
    skip: (current - 1) * drawsPerPage,
    take: drawsPerPage,
  });
  const [links, transfers] = await Promise.all([
    own.bankLink.findMany({ where: { id: { in: draws.flatMap(({ bank_link_id }) => bank_link_id ?? []) } } }),
    own.bankTransfer.findMany({ where: { draw_id: { in: draws.map(({ id }) => id) } } }),
  ]);
  const wire = (draw: Draw) => {
    const link = links.find(({ id }) => id === draw.bank_link_id);
    const transfer = transfers.find(({ draw_id }) => draw_id === draw.id);
    return presentDraw(deps, draw, { link, transfer, account, isDrawn, isOwn, today: programDay(receiver, deps.clock()) });
  };
  return { bank: bank && bankOf(bank), cashback_cents: account.balances.cashback, draws: draws.map(wire), page: current, pages, total };
}

interface DrawFacts {
  link: BankLink | undefined;
  transfer: BankTransfer | undefined;
  account: Account;
  /** Whether dues are drawn automatically now. */
  isDrawn: boolean;
  /** False while staff look at a customer. */
  isOwn: boolean;
  today: IsoDate;
}

function presentDraw(deps: Deps, draw: Draw, { link, transfer, ...now }: DrawFacts): WireDraw {
  const state = drawState(draw.status);
  const debit_date = utcDate(draw.debit_date);
  const named = transfer?.expected_settlement_date ? utcDate(transfer.expected_settlement_date) : null;
  return {
    id: draw.id,
    kind: isScheduled(draw) ? 'scheduled' : 'pay_now',
    due_date: utcDate(draw.due_date),
    // Its row in the table and in files has this day.
    debit_date: transfer ? utcDate(transfer.created_at) : debit_date,
    amount_cents: Number(draw.amount_cents),
    state,
    settles_on: settlesOn(state, transfer, settlementDay(debit_date, deps.isBankHoliday, named)),
    bank: link ? bankOf(link) : null,
    failure: state === 'failed' ? failureOf(deps, draw, now) : null,
    row_id: transfer?.id ?? null,
  };
}

function settlesOn(state: WireDraw['state'], transfer: BankTransfer | undefined, expected: IsoDate): string | null {
  if (state === 'paid') return transfer?.settled_at ? utcDate(transfer.settled_at) : null;
  return state === 'planned' || state === 'under_way' ? expected : null;
}

type DrawnNow = Pick<DrawFacts, 'account' | 'isDrawn' | 'isOwn' | 'today'>;

function failureOf({ isBankHoliday }: Deps, draw: Draw, { account, isDrawn, isOwn, today }: DrawnNow): NonNullable<WireDraw['failure']> {
  const meaning = meaningOfFailure(draw.failure_code);
  const collectOn = isDrawn ? collectionDay(draw, account, isBankHoliday) : null;
  const first = draw.retry_of ?? draw.id;
  const retry = account.draws.find((other) => other.retry_of === first && other.attempt > draw.attempt && !isCanceledDraw(other));
  const ofAmount = account.expected.filter(({ failed_draw_id }) => failed_draw_id === first);
  const unpaid = add(noMoney, ...ofAmount.map(({ amount_cents }) => amount_cents));
  return {
    reason: failureReason(draw.failure_code, { isOwn }),
    ...afterFailure({
      left: unpaid === Number(draw.amount_cents) ? null : unpaid,
      meaning,
      collectOn,
      isWaiting: waitsForMoney(collectOn, today),
      collectedOn: retry?.debit_date ?? null,
      underway: underwayFrom(draw, account),
    }),
  };
}

/** Returns what is unpaid of the amount that a draw, or the first draw of its amount, failed for; in cents. */
export function openAmount({ id, retry_of }: Pick<Draw, 'id' | 'retry_of'>, { draws }: Account): Cents {
  return draws.find((draw) => draw.id === (retry_of ?? id))?.open_cents ?? noMoney;
}

/** Returns the day on which the amount of a failed draw is debited once more; null when it is not. */
export function collectionDay({ id, retry_of }: Pick<Draw, 'id' | 'retry_of'>, account: Account, isBankHoliday: Deps['isBankHoliday']): IsoDate | null {
  return failedOf(debtFacts(account, isBankHoliday)).find(({ draw }) => draw.id === (retry_of ?? id))?.collectOn ?? null;
}

/** Returns the other debits of the same account that are on their way, whatever became of this one; in cents. */
export function underwayFrom({ id, bank_account_id }: Pick<Draw, 'id' | 'bank_account_id'>, { draws }: Account): Cents {
  const others = draws.filter((other) => other.id !== id && bank_account_id !== null && other.bank_account_id === bank_account_id && isInFlight(other));
  return add(noMoney, ...others.map(({ amount_cents }) => amount_cents));
}
