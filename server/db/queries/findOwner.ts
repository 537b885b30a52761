import { prismaOf, type Transaction } from '../client.ts';
import type { BankLink, CommerceLink } from '../generated/client.ts';

/** Returns the id of the receiver who has a card; null when nobody here has it. */
export async function ownerOfCard(transaction: Transaction, token: string): Promise<string | null> {
  const card = await prismaOf(transaction).card.findFirst({ where: { token }, select: { receiver_id: true } });
  return card?.receiver_id ?? null;
}

/** Returns the id of the one receiver who has all of these cards; null when a card is missing or they belong to several receivers. */
export async function ownerOfCards(transaction: Transaction, tokens: readonly string[]): Promise<string | null> {
  const cards = await prismaOf(transaction).card.findMany({ where: { token: { in: [...tokens] } }, select: { token: true, receiver_id: true } });
  const [owner, ...others] = new Set(cards.map(({ receiver_id }) => receiver_id));
  const areAllThere = tokens.every((token) => cards.some((card) => card.token === token));
  return owner !== undefined && others.length === 0 && areAllThere ? owner : null;
}

/** Returns the id of the receiver whose bank link has this opaque handle; null when none has. */
export async function ownerOfBankHandle(transaction: Transaction, handle: string): Promise<string | null> {
  const link = await prismaOf(transaction).bankLink.findFirst({ where: { handle }, select: { receiver_id: true } });
  return link?.receiver_id ?? null;
}

/** Returns the id of the receiver whose store has this opaque handle; null when none has. */
export async function ownerOfStoreHandle(transaction: Transaction, handle: string): Promise<string | null> {
  const link = await prismaOf(transaction).commerceLink.findFirst({ where: { handle }, select: { receiver_id: true } });
  return link?.receiver_id ?? null;
}

/** Returns the id of the receiver whose business is this account holder at the issuer; null when none is. */
export async function ownerOfAccountHolder(transaction: Transaction, holderToken: string): Promise<string | null> {
  const application = await prismaOf(transaction).kybApplication.findFirst({
    where: { lithic_account_holder_token: holderToken },
    select: { receiver_id: true },
  });
  return application?.receiver_id ?? null;
}

/** Returns the bank link with this id at the provider, unless its access was revoked. */
export function bankLinkOfItem(transaction: Transaction, itemId: string): Promise<Pick<BankLink, 'receiver_id' | 'id'> | null> {
  return prismaOf(transaction).bankLink.findFirst({ where: { item_id: itemId, removed_at: null }, select: { receiver_id: true, id: true } });
}

/** Returns the linked store with this connection id at the provider. */
export function storeLinkOfConnection(transaction: Transaction, connectionId: string): Promise<Pick<CommerceLink, 'receiver_id' | 'id'> | null> {
  return prismaOf(transaction).commerceLink.findFirst({ where: { connection_id: connectionId, unlinked_at: null }, select: { receiver_id: true, id: true } });
}
