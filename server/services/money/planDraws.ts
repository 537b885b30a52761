import type { Draw } from '../../db/generated/client.ts';
import { receiversToDraw } from '../../db/queries/draws.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { dayIn, isBusinessDay, startOfDay, utcDate } from '../../domain/dates.ts';
import { type DrawAttempt, drawAmount, drawKey, dueDatesToDebit, nextAttempt } from '../../domain/draw.ts';
import { add } from '../../domain/money.ts';
import { BLANK } from '../../domain/receiver.ts';
import { providerKey } from '../../providers/key.ts';
import type { Deps } from '../deps.ts';
import { programOf, readAccount } from './account.ts';
import { withLockedReceiver } from './lockedReceiver.ts';

/** Has everybody of a program who owes something looked at, by a job for each. May run at any time, and again. */
export async function planDraws({ database, queue }: Deps, program: string): Promise<void> {
  for (const receiver_id of await receiversToDraw(database, program)) {
    await queue.send('draw-repayments', { receiver_id }, { singletonKey: receiver_id });
  }
}

/**
 * Plans what is to be drawn of a receiver today, the day that it is in the program's time zone: a draw for each due date
 * whose debit day has come, oldest first, each under its unique name. Nothing on days the banks are closed, and nothing
 * for an account whose bank staff left out. May be repeated: what is planned stays planned.
 */
export function planDueDraws(deps: Deps, scope: ReceiverScope): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const day = dayIn(programOf(receiver).timeZone, deps.clock());
    if (receiver.plaid_access_token === BLANK || !isBusinessDay(day, deps.isBankHoliday)) return;
    const account = await readAccount(deps, transaction, scope, receiver);
    let inFlight = account.inFlight;
    for (const dueDate of dueDatesToDebit(account.schedule, day, deps.isBankHoliday)) {
      const made = account.draws.filter((draw) => draw.kind === 'scheduled' && utcDate(draw.due_date) === dueDate);
      const attempt = nextAttempt(made.map(attemptOf), day, deps.isBankHoliday);
      const amount = drawAmount({ schedule: account.schedule, dueDate, owed: account.balances.owed, inFlight });
      if (attempt === null || amount === 0) continue;
      const business_key = drawKey(scope.receiverId, dueDate, attempt);
      await transaction.draw.create({
        data: {
          receiver_id: scope.receiverId,
          due_date: startOfDay(dueDate),
          attempt,
          debit_date: startOfDay(day),
          amount_cents: BigInt(amount),
          business_key,
          provider_key: providerKey(business_key),
          created_at: deps.clock(),
        },
      });
      inFlight = add(inFlight, amount);
    }
  });
}

function attemptOf({ attempt, status, debit_date, finished_at }: Draw): DrawAttempt {
  return { attempt, status, debit_date: utcDate(debit_date), failedOn: finished_at && utcDate(finished_at) };
}
