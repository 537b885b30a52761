import { prismaOf, type Transaction } from '../client.ts';

interface TransactionState {
  receiver_id: string;
  /** Null, as its amounts, when we do not know the transaction. */
  status: string | null;
  pending_cents: bigint | null;
  settled_cents: bigint | null;
}

/** Returns what we know of transactions of our cards, by token. Leaves out those of cards that nobody here has. */
export async function cardTransactionStates(
  transaction: Transaction,
  listed: readonly { token: string; cardToken: string }[],
): Promise<ReadonlyMap<string, TransactionState>> {
  const [tokens, cardTokens] = [listed.map(({ token }) => token), listed.map(({ cardToken }) => cardToken)];
  const rows = await prismaOf(transaction).$queryRaw<(TransactionState & { token: string })[]>`
    SELECT listed.token, card.receiver_id, status, pending_cents, settled_cents
    FROM unnest(${tokens}::text[], ${cardTokens}::text[]) AS listed (token, card_token)
      JOIN card ON card.token = listed.card_token
      LEFT JOIN card_transaction known ON known.receiver_id = card.receiver_id AND known.token = listed.token`;
  return new Map(rows.map(({ token, ...state }) => [token, state]));
}
