import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { unsubscribeToken } from '../access/unsubscribeToken.ts';
import { viewByUnsubscribeToken } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';

/** Returns the address, on the program's own site, at which a receiver's Monday mail is switched off without signing in. */
export function unsubscribeUrl({ secrets }: Pick<Deps, 'secrets'>, program: Pick<CurrentProgram, 'key' | 'siteUrl'>, receiverId: string): string {
  return `${program.siteUrl}/mails/unsubscribe/${unsubscribeToken(secrets, program, receiverId)}`;
}

/** Reports whether the receiver of a mail still gets the Monday mail. Changes nothing. Throws `not_found` for a token that this program did not make. */
export async function getsMondayMail(deps: Deps, program: CurrentProgram, token: string): Promise<boolean> {
  return (await viewByUnsubscribeToken(deps, program, token)).receiver.gets_monday_email;
}

/** Switches the Monday mail of a mail's receiver off. May be repeated. Throws `not_found` for a token that this program did not make. */
export async function unsubscribeFromMondayMail(deps: Deps, program: CurrentProgram, token: string): Promise<void> {
  const { scope } = await viewByUnsubscribeToken(deps, program, token);
  await inTransaction(deps.database, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const { count } = await own.receiver.updateMany({ where: { gets_monday_email: true }, data: { gets_monday_email: false } });
    if (count === 1) await recordTimeline(deps, scope, 'monday_mail_ended', {}, transaction);
  });
}
