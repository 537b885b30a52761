import { prismaOf, type Transaction } from '../client.ts';
import type { BankLink, CommerceLink } from '../generated/client.ts';

/*
 * Rows that the version before this one has added since the migration, which have no look-up: they are found in their own tables, across
 * receivers. All of this goes with the next version, whose migration fills the look-ups once more.
 */

export async function userWithoutLookUp(transaction: Transaction, token: string): Promise<string | null> {
  const receiver = await prismaOf(transaction).receiver.findUnique({ where: { token }, select: { id: true } });
  return receiver?.id ?? null;
}

export async function holderWithoutLookUp(transaction: Transaction, whitelabel: string, email: string): Promise<string | null> {
  const receiver = await prismaOf(transaction).receiver.findUnique({ where: { whitelabel_email: { whitelabel, email } }, select: { id: true } });
  return receiver?.id ?? null;
}

export function cardsWithoutLookUp(transaction: Transaction, tokens: readonly string[]): Promise<{ card_token: string; receiver_id: string }[]> {
  return prismaOf(transaction).$queryRaw`SELECT token AS card_token, receiver_id FROM card WHERE token = ANY (${tokens})`;
}

/** Returns the SQL of the receiver of a card, given as SQL. */
export const cardOwnerWithoutLookUp = (token: string) => `SELECT receiver_id FROM card WHERE token = ${token}`;

export function bankLinkWithoutLookUp(transaction: Transaction, item_id: string): Promise<Pick<BankLink, 'receiver_id' | 'id'> | null> {
  return prismaOf(transaction).bankLink.findFirst({ where: { item_id, removed_at: null }, select: { receiver_id: true, id: true } });
}

export function storeLinkWithoutLookUp(transaction: Transaction, connection_id: string): Promise<Pick<CommerceLink, 'receiver_id' | 'id'> | null> {
  return prismaOf(transaction).commerceLink.findFirst({ where: { connection_id, unlinked_at: null }, select: { receiver_id: true, id: true } });
}
