import { databaseOf } from '../../db/databaseOf.ts';
import { rivalsOf, type SharedIdentity, sharedIdentities } from '../../db/queries/identityClaims.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { claimStates, identityKinds } from '../../domain/receiver/claims.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';

function present(program: string, { id, kind, state, claimed_at, other_token, other_email, other_program }: SharedIdentity) {
  const other = other_email === null || other_program === null ? null : { email: other_email, program: other_program };
  return {
    id,
    kind: identityKinds.find((known) => known === kind) ?? 'store',
    state: claimStates.find((known) => known === state) ?? 'refused',
    claimed_at: claimed_at.toISOString(),
    // Staff open accounts of their own program only.
    other: other && { ...other, token: other_program === program ? other_token : null },
  };
}

/** Returns the EIN and the stores that a customer shares with another account: wanted by the customer, or held and wanted by the other. */
export async function readSharedIdentities({ database }: Deps, { receiver: { id: receiverId, whitelabel: program } }: ReceiverView) {
  const [wanted, held] = await Promise.all([sharedIdentities(database, { receiverId, program }), rivalsOf(database, receiverId)]);
  return [...wanted.map((row) => ({ ...present(program, row), is_holder: false })), ...held.map((row) => ({ ...present(program, row), is_holder: true }))];
}

/** Returns the customers of staff's program whose EIN or store backs another account, and whom staff have not let keep it: newest first. */
export async function listSharedIdentities({ beginReading }: Deps, { receiver: { whitelabel: program } }: Caller) {
  const rows = await sharedIdentities(await beginReading(), { receiverId: null, program });
  return { shared_identities: rows.map((row) => ({ ...present(program, row), token: row.token, email: row.email, business_name: row.business_name })) };
}

/**
 * Lets a customer use an EIN or a store beside the account that holds it: its spending power counts, and a refused one
 * may be sent again. A repeat changes nothing. Throws `not_found` for a claim of another customer.
 */
export async function clearSharedIdentity(
  deps: Deps,
  caller: Caller,
  { scope }: ReceiverView,
  { id, reason, origin }: { id: string; reason: string; origin: Origin },
): Promise<{ cleared: true }> {
  await withLockedReceiver(deps, scope, async (transaction) => {
    const { identityClaim } = databaseOf(transaction, scope);
    const claim = await identityClaim.findUnique({ where: { receiver_id_id: { id } } });
    if (claim === null) throw new DomainError('not_found');
    const { count } = await identityClaim.updateMany({ where: { id, state: { in: ['flagged', 'refused'] } }, data: { state: 'cleared' } });
    if (count === 0) return;
    const details = { kind: claim.kind, was: claim.state };
    await recordAudit(deps, { scope, actor: caller, action: 'clear shared identity', reason, details, origin }, transaction);
    await requestSpendingPower(deps, transaction, scope, 'staff: shared identity');
  });
  return { cleared: true };
}
