import type { Reading, Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver, TeamMember } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { fullName } from '../access/caller.ts';

/** A person who holds a card, as the pages show them. */
export interface Holder {
  /** Null for the owner. */
  id: string | null;
  name: string;
  email: string;
}

/** Throws `not_found` unless a member is in the team, as for one that does not exist; null, the owner, always is. */
export async function requireHolder(transaction: Transaction, scope: ReceiverScope, id: string | null): Promise<void> {
  if (id === null) return;
  const member = await databaseOf(transaction, scope).teamMember.findFirst({ where: { id, removed_at: null }, select: { id: true } });
  if (!member) throw new DomainError('not_found');
}

/** Names people by their id. A member who left keeps their name on the cards that they held. */
export type People = (id: string | null) => Holder;

/** An account and the person who owns it. */
export interface Owned {
  scope: ReceiverScope;
  receiver: Pick<Receiver, 'first_name' | 'last_name' | 'email'>;
}

/** Reads the people of an account, to be named by their ids. */
export async function readPeople(reading: Reading, { scope, receiver }: Owned): Promise<People> {
  const members = await databaseOf(reading, scope).teamMember.findMany();
  const byId = new Map(members.map((member) => [member.id, member]));
  const owner: Holder = { id: null, name: fullName(receiver) ?? receiver.email, email: receiver.email };
  return (id) => {
    const member = id === null ? undefined : byId.get(id);
    return member ? holderOf(member) : owner;
  };
}

const holderOf = ({ id, name, email }: TeamMember): Holder => ({ id, name: name ?? email, email });
