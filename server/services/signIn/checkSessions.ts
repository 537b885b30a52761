import { inTransaction } from '../../db/database.ts';
import { endMasqueradesOf, peopleSeenSince, recordBarred, type SeenPerson } from '../../db/queries/signIns.ts';
import { membersSeenSince, recordMembersBarred } from '../../db/queries/teamMembers.ts';
import { isUuid } from '../../domain/basics/uuid.ts';
import type { AuthUser } from '../../providers/ports/authentication.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** People seen within this time, in milliseconds, are asked after: an access token lives no longer without being renewed. */
const watchedMs = 30 * 60_000;
/** How many people one call to the provider asks after. */
const batchSize = 100;

const isLetIn = ({ isEnabled, isLocked }: AuthUser) => isEnabled && !isLocked;

/** Somebody seen lately, by the provider's user id. */
interface Seen {
  token: string;
}

/** Returns those of some people whom the provider lets in no more: disabled, locked or deleted. */
async function barredOf<Person extends Seen>({ providers: { authentication } }: Deps, program: CurrentProgram, people: readonly Person[]): Promise<Person[]> {
  const known = people.filter(({ token }) => isUuid(token));
  if (known.length === 0) return [];
  const ids = known.map(({ token }) => token);
  const found = new Map((await authentication.findUsersById(program, ids)).map((user) => [user.userId, user]));
  const barred: Person[] = [];
  for (const person of known) {
    // Somebody missing in the list is asked after alone, so that a short list signs nobody out.
    const user = found.get(person.token) ?? (await authentication.findUserById(program, person.token));
    if (user === null || !isLetIn(user)) barred.push(person);
  }
  return barred;
}

async function checkProgram(deps: Deps, program: CurrentProgram): Promise<void> {
  const since = new Date(deps.machineClock().getTime() - watchedMs);
  await checkOwners(deps, program, since);
  await checkMembers(deps, program, since);
}

/** Asks after the members of teams. */
async function checkMembers(deps: Deps, program: CurrentProgram, since: Date): Promise<void> {
  const { database, machineClock } = deps;
  for (let after: string | null = null; ; ) {
    const found: string[] = await membersSeenSince(database, { program: program.key, since, after, limit: batchSize });
    const people = found.map((token) => ({ token }));
    const barred = (await barredOf(deps, program, people)).map(({ token }) => token);
    if (barred.length > 0) await recordMembersBarred(database, barred, machineClock());
    const last = found.at(-1);
    if (last === undefined || found.length < batchSize) return;
    after = last;
  }
}

/** Asks after the people who opened accounts. */
async function checkOwners(deps: Deps, program: CurrentProgram, since: Date): Promise<void> {
  const { database, clock, machineClock } = deps;
  for (let after: string | null = null; ; ) {
    const people: SeenPerson[] = await peopleSeenSince(database, { program: program.key, since, after, limit: batchSize });
    const barred = (await barredOf(deps, program, people)).map(({ receiver_id }) => receiver_id);
    if (barred.length > 0) {
      await inTransaction(database, async (transaction) => {
        await recordBarred(transaction, barred, machineClock());
        await endMasqueradesOf(transaction, barred, clock());
      });
    }
    const last = people.at(-1);
    if (last === undefined || people.length < batchSize) return;
    after = last.receiver_id;
  }
}

/**
 * Asks the authentication provider after everybody seen in the last half hour, and ends the access of those whom it lets in no more.
 * One program's provider that does not answer keeps no other from being asked; all failures are thrown at the end.
 */
export async function checkSessions(deps: Deps): Promise<void> {
  const checks = await Promise.allSettled(Object.values(deps.programs).map((program) => checkProgram(deps, program)));
  const failures = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'not every program’s people could be asked after');
}
