import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { TeamMember } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

const secretBytes = 24;

/** Returns the address at which a calendar program finds the feed. */
export function calendarFeedUrl({ siteUrl }: CurrentProgram, token: string): string {
  return `${siteUrl}/calendar/${token}.ics`;
}

/** Makes a secret address for a receiver's feed, which replaces any earlier one. Returns the whole address. */
export async function makeCalendarFeed({ database, clock }: Deps, program: CurrentProgram, { scope }: ReceiverView): Promise<string> {
  const made = { token: randomBytes(secretBytes).toString('base64url'), created_at: clock() };
  await databaseOf(database, scope).calendarFeed.upsert({
    where: {},
    create: made,
    update: made,
  });
  return calendarFeedUrl(program, made.token);
}

/** Ends an account's feed where somebody loses the rights of an owner: they have seen its address, which needs no sign-in. The owner makes a new one. */
export async function endFeedKnownTo(transaction: Transaction, scope: ReceiverScope, { role }: Pick<TeamMember, 'role'>): Promise<void> {
  if (role === 'owner') await databaseOf(transaction, scope).calendarFeed.deleteMany();
}
