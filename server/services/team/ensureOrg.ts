import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { leadFromOrg } from '../../db/queries/teamMembers.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { orgRoleOf } from '../../domain/access/orgRoles.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { orgName } from './orgName.ts';

/** How long, in milliseconds, one attempt to make an organization keeps others from making a second one. */
const attemptMs = 60_000;

/**
 * Returns the id of a merchant's organization at the authentication provider, which is made for the first invitation with
 * the person who opened the account as its owner. The attempt is stored before the provider is asked, and one that was cut off
 * is found again by our own id, so that a merchant never gets a second organization. Throws `provider_unavailable` while
 * another attempt is under way, and the provider's failure.
 */
export async function ensureOrg(deps: Deps, program: CurrentProgram, by: { caller: Caller; view: ReceiverView }): Promise<string> {
  const { view } = by;
  const known = await databaseOf(deps.database, view.scope).team.findFirst();
  if (known?.org_id) return known.org_id;
  await claimAttempt(deps, view.scope);
  const { authentication } = deps.providers;
  const ownId = view.scope.receiverId;
  const { orgId } =
    (await authentication.findOrg(program, ownId)) ?? (await authentication.createOrg(program, { name: await orgName(deps, program, by), ownId }));
  const owner = { orgId, userId: view.receiver.token, role: orgRoleOf.owner };
  await authentication.addUserToOrg(program, owner).catch(async (failure: unknown) => {
    // An attempt that was cut off may have come this far.
    const members = failure instanceof Refused ? await authentication.findOrgMembers(program, orgId) : [];
    if (!members.some(({ userId }) => userId === owner.userId)) throw failure;
  });
  await storeOrg(deps.database, view.scope, orgId);
  return orgId;
}

async function claimAttempt({ database, machineClock }: Deps, scope: ReceiverScope): Promise<void> {
  const { team } = databaseOf(database, scope);
  const asked_at = machineClock();
  if ((await team.createMany({ data: [{ asked_at }], skipDuplicates: true })).count > 0) return;
  const { count } = await team.updateMany({
    where: { org_id: null, asked_at: { lt: new Date(asked_at.getTime() - attemptMs) } },
    data: { asked_at },
  });
  if (count === 0) throw new DomainError('provider_unavailable', { reason: 'Your team is just being made. Try again in a minute.' });
}

function storeOrg(database: Database, scope: ReceiverScope, org_id: string): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await databaseOf(transaction, scope).team.updateMany({ data: { org_id } });
    await leadFromOrg(transaction, scope, org_id);
  });
}
