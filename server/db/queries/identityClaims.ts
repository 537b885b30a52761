import type { IdentityKind } from '../../domain/receiver/claims.ts';
import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { prismaOf, type Reading, type Transaction } from '../client.ts';
import type { IdentityClaim } from '../generated/client.ts';
import { inFlight } from './statusLists.ts';

/** Lets one transaction at a time decide about the identities with these hashes. Locks them in their order, so that two transactions never wait for each other. */
export async function lockIdentities(transaction: Transaction, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes.toSorted()) {
    await prismaOf(transaction).$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`identity ${hash}`}, 0))`;
  }
}

/** Returns every account's claims of an identity, by its hashes. */
export function claimsOfIdentity(transaction: Transaction, kind: IdentityKind, hashes: readonly string[]): Promise<IdentityClaim[]> {
  return prismaOf(transaction).identityClaim.findMany({ where: { kind, hash: { in: [...hashes] } } });
}

/** Releases an identity that its holder has left, for another account. */
export async function releaseClaim(transaction: Transaction, { receiver_id, id }: Pick<IdentityClaim, 'receiver_id' | 'id'>): Promise<void> {
  await prismaOf(transaction).identityClaim.update({ where: { receiver_id_id: { receiver_id, id } }, data: { state: 'released' } });
  noteChanges(transaction, { receiverId: receiver_id }, changesOfModels.identityClaim);
}

/** Returns whether an account owes anything, has holds on its cards, or a debit under way that may come back. */
export async function owesAnything(transaction: Transaction, receiverId: string): Promise<boolean> {
  const [row] = await prismaOf(transaction).$queryRaw<{ owes: boolean }[]>`
    SELECT EXISTS (SELECT FROM ledger_balance WHERE receiver_id = ${receiverId}::uuid AND account IN ('owed', 'pending') AND balance_cents > 0)
      OR EXISTS (SELECT FROM draw WHERE receiver_id = ${receiverId}::uuid AND status IN ${inFlight}) AS owes`;
  return row?.owes ?? false;
}

/** A claim of an account beside the account that holds the identity. */
export interface SharedIdentity {
  id: string;
  kind: string;
  state: string;
  claimed_at: Date;
  token: string;
  email: string;
  business_name: string | null;
  other_token: string | null;
  other_email: string | null;
  other_program: string | null;
}

/** How many claims staff see at most. */
const mostShown = 100;

/** Returns claims of identities that another account holds, newest first: of one receiver, or those of a program that staff have to look at. */
export function sharedIdentities(reading: Reading, { receiverId, program }: { receiverId: string | null; program: string }): Promise<SharedIdentity[]> {
  return prismaOf(reading).$queryRaw<SharedIdentity[]>`
    SELECT claim.id, claim.kind, claim.state, claim.claimed_at, own.token, own.email, own.business_name,
      other.token AS other_token, other.email AS other_email, other.whitelabel AS other_program
    FROM identity_claim claim
    JOIN receiver own ON own.id = claim.receiver_id
    LEFT JOIN identity_claim held ON held.kind = claim.kind AND held.hash = claim.hash AND held.state = 'held'
    LEFT JOIN receiver other ON other.id = held.receiver_id
    WHERE own.whitelabel = ${program} AND (
      (claim.receiver_id = ${receiverId}::uuid AND claim.state IN ('flagged', 'refused', 'cleared'))
      OR (${receiverId}::uuid IS NULL AND claim.state IN ('flagged', 'refused')))
    ORDER BY claim.claimed_at DESC
    LIMIT ${mostShown}`;
}

/** Returns the other accounts that want an identity that a receiver holds, newest first. */
export function rivalsOf(transaction: Transaction, receiverId: string): Promise<SharedIdentity[]> {
  return prismaOf(transaction).$queryRaw<SharedIdentity[]>`
    SELECT claim.id, claim.kind, claim.state, claim.claimed_at, own.token, own.email, own.business_name,
      other.token AS other_token, other.email AS other_email, other.whitelabel AS other_program
    FROM identity_claim held
    JOIN identity_claim claim ON claim.kind = held.kind AND claim.hash = held.hash AND claim.state IN ('flagged', 'refused', 'cleared')
    JOIN receiver own ON own.id = held.receiver_id
    JOIN receiver other ON other.id = claim.receiver_id
    WHERE held.receiver_id = ${receiverId}::uuid AND held.state = 'held'
    ORDER BY claim.claimed_at DESC
    LIMIT ${mostShown}`;
}
