import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { accountRefusal, invitationLimits, mailboxRefusal, unverifiedRefusal, waitOfAccount } from '../../domain/access/invitationLimits.ts';
import { orgRoleOf } from '../../domain/access/orgRoles.ts';
import type { TeamRole } from '../../domain/access/teamRoles.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { isKybAccepted } from '../../domain/kyb/kybStatus.ts';
import { Unknown } from '../../providers/failure.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { countedInDatabase } from '../requests/countedCalls.ts';
import { orgName } from './orgName.ts';

/**
 * Counts an invitation of an account, in a transaction that holds the receiver, and returns the event that says so. Throws
 * `step_out_of_order` for a fourth one before the business is verified, and `rate_limited` for a fifty-first in 24 hours.
 */
export async function countInvitation(
  deps: Pick<Deps, 'clock'>,
  transaction: Transaction,
  { scope, receiver }: { scope: ReceiverScope; receiver: Receiver },
  details: { member_id: string; email: string; role: TeamRole },
): Promise<string> {
  const { timelineEvent } = databaseOf(transaction, scope);
  const sent = await timelineEvent.findMany({
    where: { kind: 'member_invited' },
    orderBy: { at: 'desc' },
    select: { at: true },
    take: invitationLimits.accountADay,
  });
  if (!isKybAccepted(receiver.kyb_status) && sent.length >= invitationLimits.unverified)
    throw new DomainError('step_out_of_order', { reason: unverifiedRefusal });
  const sentAt = sent.map(({ at }) => at);
  const waitMs = waitOfAccount(sentAt, deps.clock());
  if (waitMs > 0) throw tooMany(waitMs, accountRefusal);
  return recordTimeline(deps, scope, 'member_invited', details, transaction);
}

interface Mail {
  orgId: string;
  email: string;
  role: TeamRole;
  /** The event by which the account's invitation is counted. */
  event: string;
}

/**
 * Has the authentication provider send the mail of an invitation, in place of an earlier one to the address; it calls the organization
 * as it may be called now. An invitation that is surely not sent counts neither for the account nor for the mailbox. Throws `rate_limited` for a fourth
 * one to a mailbox in 24 hours, and the provider's failure.
 */
export async function mailInvitation(
  deps: Deps,
  program: CurrentProgram,
  { caller, view }: { caller: Caller; view: ReceiverView },
  { orgId, email, role, event }: Mail,
): Promise<void> {
  const { authentication } = deps.providers;
  const uncount = () => databaseOf(deps.database, view.scope).timelineEvent.deleteMany({ where: { id: event } });
  const mailbox = mailboxCounter(deps);
  const key = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  await mailbox.consume(key).catch(async (refusal: unknown) => {
    await uncount();
    throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext, mailboxRefusal) : refusal;
  });
  try {
    await authentication.nameOrg(program, { orgId, name: await orgName(deps, program, { caller, view }) });
    await authentication.revokeInvitation(program, { orgId, email });
    await authentication.inviteUserToOrg(program, { orgId, email, role: orgRoleOf[role] });
  } catch (failure) {
    if (!(failure instanceof Unknown)) {
      await uncount();
      await mailbox.reward(key);
    }
    throw failure;
  }
}

/** Returns the count of invitations by mailbox, which all accounts of all programs share. */
const mailboxCounter = (deps: Pick<Deps, 'database'>) =>
  new RateLimiterPostgres({
    ...countedInDatabase(deps),
    keyPrefix: 'invitedMailbox',
    points: invitationLimits.mailboxADay,
    duration: dayMs / 1_000,
  });

const tooMany = (waitMs: number, text: (waitMs: number) => string) =>
  new DomainError('rate_limited', { reason: text(waitMs), retryAfterSeconds: Math.ceil(waitMs / 1_000) });
