import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { claimsOfIdentity, lockIdentities, owesAnything, releaseClaim } from '../../db/queries/identityClaims.ts';
import type { IdentityClaim } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { type ClaimState, claimStates, decideClaim, type IdentityKind, refusedIdentityText, type SharedIdentityRule } from '../../domain/receiver/claims.ts';
import type { Program } from '../../programs/index.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';

interface Identities {
  kind: IdentityKind;
  /** The identities, as `taxIdentity` and `storeIdentities` return them. */
  identities: readonly string[];
  rule: SharedIdentityRule;
}

/** Whether an account may use an identity: alone or with staff's consent, without spending power until staff consent, or not at all. */
export type ClaimOutcome = 'allowed' | 'flagged' | 'refused';

const stateOf = (claim: IdentityClaim | undefined): ClaimState | null => claimStates.find((state) => state === claim?.state) ?? null;

async function claimOne(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { kind, identity, rule }: Omit<Identities, 'identities'> & { identity: string },
) {
  const hashes = deps.secrets.fingerprints(identity);
  const claims = await claimsOfIdentity(transaction, kind, hashes);
  const own = claims.find((claim) => claim.receiver_id === scope.receiverId);
  const holder = claims.find((claim) => claim.state === 'held' && claim.receiver_id !== scope.receiverId);
  const before = stateOf(own);
  const state = decideClaim({
    own: before,
    holder: holder ? { hasLeft: holder.left_at !== null, owes: await owesAnything(transaction, holder.receiver_id) } : null,
    rule,
  });
  if (state === 'held' && holder) await releaseClaim(transaction, holder);
  const content = { state, left_at: null };
  const { identityClaim } = databaseOf(transaction, scope);
  if (own) await identityClaim.update({ where: { receiver_id_id: { id: own.id } }, data: content });
  else {
    const identity_encrypted = deps.secrets.encrypt(identity, { table: 'identity_claim', column: 'identity_encrypted', owner: scope.receiverId });
    await identityClaim.create({ data: { kind, hash: hashes[0], identity_encrypted, claimed_at: deps.clock(), ...content } });
  }
  const isConflict = state === 'flagged' || state === 'refused';
  if (isConflict && state !== before) await recordTimeline(deps, scope, 'identity_shared', { kind, state }, transaction);
  return state;
}

/**
 * Claims the EIN or the names of a store for an account, before it is used. Two accounts that claim it in the same
 * moment are served one after the other. The caller holds the receiver's row, and must not use a refused identity.
 */
export async function claimIdentities(deps: Deps, transaction: Transaction, scope: ReceiverScope, { identities, ...claim }: Identities): Promise<ClaimOutcome> {
  await lockIdentities(
    transaction,
    identities.flatMap((identity) => deps.secrets.fingerprints(identity)),
  );
  const states: ClaimState[] = [];
  for (const identity of identities) states.push(await claimOne(deps, transaction, scope, { ...claim, identity }));
  if (states.includes('refused')) return 'refused';
  if (!states.includes('flagged')) return 'allowed';
  await requestSpendingPower(deps, transaction, scope, 'shared identity');
  return 'flagged';
}

/**
 * Records that an account no longer uses its EIN, or its stores: all, or the given ones. Another account may claim them
 * once this one owes nothing.
 */
export async function leaveIdentities(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  kind: IdentityKind,
  { only, except = [] }: { only?: readonly string[]; except?: readonly string[] } = {},
): Promise<void> {
  const hashesOf = (identities: readonly string[]) => identities.flatMap((identity) => deps.secrets.fingerprints(identity));
  const where = { kind, hash: { ...(only && { in: hashesOf(only) }), notIn: hashesOf(except) } };
  const { identityClaim } = databaseOf(transaction, scope);
  await identityClaim.updateMany({ where: { ...where, state: 'held', left_at: null }, data: { left_at: deps.clock() } });
  const { count } = await identityClaim.updateMany({ where: { ...where, state: { in: ['flagged', 'refused', 'cleared'] } }, data: { state: 'released' } });
  if (count > 0) await requestSpendingPower(deps, transaction, scope, 'shared identity');
}

/** Returns the failure of a refused claim, in words that reveal nothing about the other account. */
export function identityInUse(kind: IdentityKind, { supportEmail }: Pick<Program, 'supportEmail'>): DomainError {
  return new DomainError('identity_in_use', { reason: refusedIdentityText(kind, supportEmail) });
}
