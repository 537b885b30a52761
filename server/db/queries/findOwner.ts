import { prismaOf, type Transaction } from '../client.ts';
import type { BankLink, CommerceLink } from '../generated/client.ts';

/** Returns the id of the receiver who has a card; null when nobody here has it. */
export async function ownerOfCard(transaction: Transaction, token: string): Promise<string | null> {
  return ownerOfCards(transaction, [token]);
}

/** Returns the id of the one receiver who has all of these cards; null when a card is missing or they belong to several receivers. */
export async function ownerOfCards(transaction: Transaction, tokens: readonly string[]): Promise<string | null> {
  const found = await prismaOf(transaction).receiverOfCard.findMany({ where: { card_token: { in: [...tokens] } } });
  const [owner, ...others] = new Set(found.map(({ receiver_id }) => receiver_id));
  const areAllThere = tokens.every((token) => found.some(({ card_token }) => card_token === token));
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

type LinkKey = Pick<BankLink | CommerceLink, 'receiver_id' | 'id'>;
const linkKey = { receiver_id: true, id: true } as const;

/** Returns the bank link with this id at the provider, unless its access was revoked. */
export async function bankLinkOfItem(transaction: Transaction, item_id: string): Promise<LinkKey | null> {
  const prisma = prismaOf(transaction);
  const entry = await prisma.receiverOfItem.findUnique({ where: { item_id } });
  const where = entry && { receiver_id: entry.receiver_id, id: entry.bank_link_id, item_id, removed_at: null };
  return where && prisma.bankLink.findFirst({ where, select: linkKey });
}

/** Returns the linked store with this connection id at the provider. */
export async function storeLinkOfConnection(transaction: Transaction, connection_id: string): Promise<LinkKey | null> {
  const prisma = prismaOf(transaction);
  const entry = await prisma.receiverOfConnection.findUnique({ where: { connection_id } });
  const where = entry && { receiver_id: entry.receiver_id, id: entry.commerce_link_id, connection_id, unlinked_at: null };
  return where && prisma.commerceLink.findFirst({ where, select: linkKey });
}
