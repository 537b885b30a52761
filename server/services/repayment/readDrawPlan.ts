import type { DrawPlanAnswer } from '../../contract/drawPlan.ts';
import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { larger, noMoney, subtract } from '../../domain/basics/money.ts';
import { longestNoticeDays } from '../../domain/repayment/draw.ts';
import { arrangementWords } from '../../domain/repayment/drawArrangement.ts';
import { daysToMoveTo, sumOfDraws } from '../../domain/repayment/drawChoices.ts';
import { fromUsualBank, looksShort, waitOf } from '../../domain/repayment/safeDraws.ts';
import { type DebtFacts, drawsAhead } from '../../domain/repayment/upcomingDebits.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { bankOf, currentBankLink } from '../bank/bankLink.ts';
import { debitableFallback } from '../bank/fallbackBank.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { drawFacts } from './drawFacts.ts';
import { debitsSince } from './drawOutlook.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

/** Returns on which days a receiver's repayments are drawn, and the next one for which the bank account looks short. */
export async function readDrawPlan(deps: Deps, { scope, receiver }: ReceiverView): Promise<DrawPlanAnswer> {
  const account = await readAccount(deps, deps.database, scope, receiver);
  const today = programDay(receiver, deps.clock());
  const facts = { ...(await drawFacts(deps, deps.database, scope, account)), owed: account.outstanding };
  const other = await currentBankLink(deps.database, scope, 'fallback');
  return {
    preference: facts.preference,
    other_bank: other && bankOf(other),
    short_draw: (await isDrawnFrom(deps.database, scope, receiver)) ? await shortDraw(deps, { scope, receiver }, facts) : null,
    arrangements: facts.arrangements
      .filter(({ first_on, rest_on }) => (rest_on ?? first_on) >= today)
      .map((arrangement) => ({
        due_date: arrangement.due_date,
        first_on: arrangement.first_on,
        first_cents: arrangement.first_cents,
        rest_on: arrangement.rest_on,
        from_other_bank: arrangement.bank_link_id !== null,
        says: arrangementWords(arrangement),
      })),
  };
}

async function shortDraw(deps: Deps, { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>, facts: DebtFacts): Promise<DrawPlanAnswer['short_draw']> {
  const today = programDay(receiver, deps.clock());
  const own = databaseOf(deps.database, scope);
  const outlook = await own.drawOutlook.findFirst({ where: { looks_short: true, debit_date: { gt: startOfDay(today) } }, orderBy: { debit_date: 'asc' } });
  if (outlook === null) return null;
  const debit_date = utcDate(outlook.debit_date);
  const draws = fromUsualBank(drawsAhead(facts, today, longestNoticeDays).find((day) => day.debit_date === debit_date)?.draws ?? []);
  const amount = sumOfDraws(draws);
  const link = await currentBankLink(deps.database, scope);
  // A payment ahead comes from the same account.
  const since = link === null ? noMoney : await debitsSince(deps.database, scope, link, outlook.checked_at);
  const safe = outlook.safe_cents === null ? null : larger(noMoney, subtract(storedCents(outlook.safe_cents), since));
  // The score is of the whole that was looked at. Where a part is paid or moved since, the balance alone says whether the rest is short.
  const score = amount < storedCents(outlook.amount_cents) ? null : outlook.score;
  // A bank that told nothing was stored as short for its score alone.
  if (amount === 0 || (safe !== null && !looksShort({ amount_cents: amount, safe_cents: safe, score }))) return null;
  const other = await debitableFallback(deps.database, scope);
  const { arrangements, isBankHoliday } = facts;
  return {
    debit_date,
    amount_cents: amount,
    due_dates: draws.map(({ due_date }) => due_date),
    safe_cents: safe,
    missing_cents: larger(noMoney, subtract(amount, safe ?? amount)),
    checked_at: outlook.checked_at.toISOString(),
    bank: link && bankOf(link),
    days: [...daysToMoveTo({ debit_date, today, moveDays: programOf(receiver).draws.moveDays, draws, arrangements, isBankHoliday })],
    other_bank: other && bankOf(other),
    waits: waitOf(draws),
  };
}
