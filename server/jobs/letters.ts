import { type ReceiverScope, receiverScope } from '../db/scope.ts';
import { planAlerts } from '../services/alerts/planAlerts.ts';
import type { Deps } from '../services/deps.ts';
import { planLetters, planReceiverLetters } from '../services/mail/planLetters.ts';
import { sendLetter } from '../services/mail/sendLetter.ts';
import type { LetterName } from '../services/mail/writeLetter.ts';

/** Each morning, and twice later for letters that were missed or became due since. */
const letterTimes = '5 8,11,14 * * *';

/** Starts the jobs that plan due mails by each program's clock, and those that send all mails. */
export async function workOnLetters(deps: Deps): Promise<void> {
  const { queue, programs } = deps;
  await queue.work('plan-letters', ({ program }, run) => planLetters(deps, program, run), { concurrency: Object.keys(programs).length });
  await queue.work('plan-receiver-letters', ({ receiver_id }) => planReceiverLetters(deps, receiverScope(receiver_id)), { concurrency: 2 });
  await queue.work('send-letter', ({ receiver_id, kind, about }) => tell(deps, receiverScope(receiver_id), { kind, about }), { concurrency: 2 });
  for (const { key, timeZone } of Object.values(programs)) await queue.schedule('plan-letters', letterTimes, timeZone, { program: key }, key);
}

/** Tells of a letter's fact by all ways: first the others, which a mail server that is down must not hold up. */
async function tell(deps: Deps, scope: ReceiverScope, named: LetterName): Promise<void> {
  await planAlerts(deps, scope, named);
  await sendLetter(deps, scope, named);
}
