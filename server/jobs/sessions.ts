import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { checkSessions } from '../services/signIn/checkSessions.ts';
import { leaveOrg } from '../services/team/leaveOrg.ts';

/** Pause before the second check of a minute, in milliseconds: a cron line has no seconds, and access is to end within a minute, the time of a check included. */
const halfMinuteMs = 30_000;

/**
 * Starts the jobs that ask the authentication provider after the people who were seen lately, twice a minute, and that take
 * those who were removed from a team out of its organization.
 */
export async function workOnSessions(deps: Deps): Promise<void> {
  const { queue } = deps;
  await queue.work('check-sessions', async ({ isSecond }) => {
    if (!isSecond) await queue.send('check-sessions', { isSecond: true }, { singletonKey: 'second', delayMs: halfMinuteMs });
    await checkSessions(deps);
  });
  await queue.work('leave-org', ({ receiver_id, member_id }) => leaveOrg(deps, receiverScope(receiver_id), member_id));
  await queue.schedule('check-sessions', '* * * * *', 'UTC', { isSecond: false });
}
