import type { DrawPlanAnswer } from '../../contract/drawPlan.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { formatDay } from '../../domain/basics/dateFormats.ts';
import { type IsoDate, isoDate, startOfDay } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { DrawArrangement } from '../../domain/repayment/drawArrangement.ts';
import { arrangementsOf, type DrawChoice, daysToMoveTo } from '../../domain/repayment/drawChoices.ts';
import { fromUsualBank } from '../../domain/repayment/safeDraws.ts';
import { type DueDraw, drawsAhead } from '../../domain/repayment/upcomingDebits.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { debitableFallback } from '../bank/fallbackBank.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { drawFacts } from './drawFacts.ts';
import { readDrawPlan } from './readDrawPlan.ts';

/** How far the draws can be ahead that are arranged, in days. */
const daysAhead = 40;

interface Stored {
  arrangement: DrawArrangement;
  made_by: 'merchant' | 'us';
}

/** Stores what is arranged about the draw of a due date, in place of what was arranged before; the receiver's row must be held. */
export async function storeArrangement(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Transaction,
  scope: ReceiverScope,
  { arrangement: { due_date, first_on, first_cents, rest_on, bank_link_id }, made_by }: Stored,
): Promise<void> {
  const content = {
    first_on: startOfDay(first_on),
    first_cents: first_cents === null ? null : BigInt(first_cents),
    rest_on: rest_on && startOfDay(rest_on),
    bank_link_id,
    made_by,
    made_at: clock(),
  };
  await databaseOf(transaction, scope).drawArrangement.upsert({
    where: { receiver_id_due_date: { due_date: startOfDay(due_date) } },
    create: { due_date: startOfDay(due_date), ...content },
    update: content,
  });
}

/** A merchant's choice about the draws of a day. */
export type ArrangingInput = { debit_date: string } & ({ choice: 'move'; to: string } | { choice: 'other_bank' });

/**
 * Arranges the draws of a coming day as the merchant chose. Each amount is moved once, by at most as many banking days as the program
 * allows. Throws `draw_not_movable` with the reason.
 */
export async function arrangeDraw(deps: Deps, view: ReceiverView, input: ArrangingInput): Promise<DrawPlanAnswer> {
  const { scope } = view;
  await withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const debit_date = isoDate(input.debit_date);
    const { draws, days } = await movableDraws(deps, transaction, { scope, receiver, debit_date });
    if (days.length === 0) throw new DomainError('draw_not_movable', { reason: whyNotMovable(draws, debit_date) });
    const choice = await chosen(transaction, scope, input, days);
    for (const arrangement of arrangementsOf(choice, { debit_date, draws }))
      await storeArrangement(deps, transaction, scope, { arrangement, made_by: 'merchant' });
    await recordTimeline(deps, scope, 'draw_arranged', { debit_date, ...choice }, transaction);
  });
  return readDrawPlan(deps, view);
}

async function movableDraws(
  deps: Deps,
  transaction: Transaction,
  { scope, receiver, debit_date }: { scope: ReceiverScope; receiver: Receiver; debit_date: IsoDate },
): Promise<{ draws: readonly DueDraw[]; days: readonly IsoDate[] }> {
  const account = await readAccount(deps, transaction, scope, receiver);
  const today = programDay(receiver, deps.clock());
  const facts = { ...(await drawFacts(deps, transaction, scope, account)), owed: account.outstanding };
  const draws = fromUsualBank(drawsAhead(facts, today, daysAhead).find((day) => day.debit_date === debit_date)?.draws ?? []);
  const { moveDays } = programOf(receiver).draws;
  const { arrangements, isBankHoliday } = facts;
  return { draws, days: daysToMoveTo({ debit_date, today, moveDays, draws, arrangements, isBankHoliday }) };
}

function whyNotMovable(draws: readonly DueDraw[], debitDate: IsoDate): string {
  const day = formatDay(debitDate);
  return draws.length === 0
    ? `Nothing is drawn on ${day} that could still be moved. You can pay any amount now.`
    : `The draw of ${day} was arranged before, or is a second attempt: it cannot be moved again. You can pay any amount now.`;
}

async function chosen(transaction: Transaction, scope: ReceiverScope, input: ArrangingInput, days: readonly IsoDate[]): Promise<DrawChoice> {
  if (input.choice === 'other_bank') return { choice: 'other_bank', bank_link_id: await otherBank(transaction, scope) };
  const to = days.find((day) => day === input.to);
  if (to === undefined) throw new DomainError('draw_not_movable', { reason: `Choose one of these days: ${days.map(formatDay).join(', ')}.` });
  return { choice: 'move', to };
}

async function otherBank(transaction: Transaction, scope: ReceiverScope): Promise<string> {
  const link = await debitableFallback(transaction, scope);
  if (link === null) throw new DomainError('draw_not_movable', { reason: 'Link a second bank account first, or sign in to it again.' });
  return link.id;
}
