import { DomainError } from '../basics/errors.ts';
import type { TeamRole } from './teamRoles.ts';

/** Throws `forbidden` for somebody who gives a role that is above their own, or touches somebody who has one: owners alone make and remove owners. */
export function requireMayManage(actor: TeamRole, ...roles: readonly TeamRole[]): void {
  if (actor === 'owner' || !roles.includes('owner')) return;
  throw new DomainError('forbidden', { reason: 'Only an owner makes or removes an owner. Ask the owner of the account.' });
}

/** Decides whether somebody may give a card to another holder: the owner any card, others those that they hold. The owner's member id is null. */
export function mayGiveCard(actor: { readonly role: TeamRole; readonly memberId: string | null }, holderId: string | null): boolean {
  return actor.role === 'owner' || (actor.memberId !== null && actor.memberId === holderId);
}

/** Returns the error for the person who opened the account: they always own it, so that it is never without an owner. */
export function lastOwnerStays(): DomainError {
  return new DomainError('step_out_of_order', {
    reason: 'An account always has an owner: the person who opened it keeps that role and cannot be removed. Close the account in Settings instead.',
  });
}
