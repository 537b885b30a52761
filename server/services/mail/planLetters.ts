import { databaseOf } from '../../db/databaseOf.ts';
import { receiversToWrite } from '../../db/queries/receiversToWrite.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { waysOf } from '../../domain/alerts/alertChoices.ts';
import { dayIn, type IsoDate } from '../../domain/basics/dates.ts';
import { isMailTime, isNoticeDue, lastDebitToTell, mondayOfSummary } from '../../domain/mail/mailTimes.ts';
import type { JobRun } from '../../jobs/queue.ts';
import { readPeopleToTell } from '../contact/peopleToTell.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { outlookOf } from '../repayment/drawOutlook.ts';
import { jobsOf, planInPages } from '../upkeep/planInPages.ts';
import { readAccountFacts } from './accountFacts.ts';
import type { LetterName } from './writeLetter.ts';

/** Queues one planning job per receiver of the program to whom a letter may be due. May be repeated at any time. */
export async function planLetters(deps: Deps, program: string, run: JobRun): Promise<void> {
  const { queue, programs, clock, isBankHoliday } = deps;
  const timeZone = Object.values(programs).find(({ key }) => key === program)?.timeZone;
  const now = clock();
  if (timeZone === undefined || !isMailTime(timeZone, now)) return;
  const due = { whitelabel: program, lastDebit: lastDebitToTell(dayIn(timeZone, now), isBankHoliday), monday: mondayOfSummary(timeZone, now) };
  await planInPages(deps, run, {
    planner: `plan-letters ${program}`,
    async queuePage(transaction, after) {
      const ids = await receiversToWrite(transaction, due, after);
      await queue.sendMany('plan-receiver-letters', jobsOf(ids), transaction);
      return ids;
    },
  });
}

/**
 * Queues a job for each letter whose day has come and that was not sent yet: the Monday summary and the notice of a debit. The
 * content, and whether there is any, is decided when the letter is sent. With the notice of a debit the bank is asked, once, how it will bear it.
 */
export async function planReceiverLetters(deps: Deps, scope: ReceiverScope): Promise<void> {
  const receiver = await databaseOf(deps.database, scope).receiver.findUniqueOrThrow();
  const now = deps.clock();
  const { timeZone } = programOf(receiver);
  if (!isMailTime(timeZone, now)) return;
  const { debits } = await readAccountFacts(deps, { scope, receiver });
  const monday = mondayOfSummary(timeZone, now);
  const announced = debits.filter(({ debit_date }) => isNoticeDue(debit_date, dayIn(timeZone, now), deps.isBankHoliday));
  await lookAtDebits(deps, scope, announced);
  const names: LetterName[] = [
    ...(monday === null || !(await isSummaryWanted(deps, scope, receiver)) ? [] : [{ kind: 'monday_summary' as const, about: monday }]),
    ...announced.map(({ debit_date: about }) => ({ kind: 'withdrawal_notice' as const, about })),
  ];
  for (const name of await notSentYet(deps, scope, names)) await deps.queue.send('send-letter', { receiver_id: scope.receiverId, ...name });
}

async function lookAtDebits({ queue, database }: Deps, scope: ReceiverScope, debits: readonly { debit_date: IsoDate }[]): Promise<void> {
  for (const { debit_date } of debits) {
    if ((await outlookOf(database, scope, debit_date)) !== null) continue;
    await queue.send('look-at-draw', { receiver_id: scope.receiverId, debit_date }, { singletonKey: `${scope.receiverId} ${debit_date}` });
  }
}

/** Reports whether anybody of an account has the weekly summary by any way. */
async function isSummaryWanted({ database }: Deps, scope: ReceiverScope, receiver: Receiver): Promise<boolean> {
  if (receiver.gets_monday_email) return true;
  const people = await readPeopleToTell(database, scope, receiver);
  return people.some(({ choices }) => waysOf(choices, 'weekly_summary').length > 0);
}

async function notSentYet({ database }: Deps, scope: ReceiverScope, names: readonly LetterName[]): Promise<readonly LetterName[]> {
  if (names.length === 0) return [];
  const sent = await databaseOf(database, scope).emailSent.findMany({
    where: { sent_at: { not: null }, OR: names.map(({ kind, about }) => ({ kind, dedupe_key: about })) },
    select: { kind: true, dedupe_key: true },
  });
  return names.filter(({ kind, about }) => !sent.some((row) => row.kind === kind && row.dedupe_key === about));
}
