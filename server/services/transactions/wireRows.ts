import type { CardRow, ReceivableRow, TransferRow } from '../../contract/transactions.ts';
import type { NamedCard } from '../../domain/card/namedCard.ts';
import type { ReceivableActivity, ShownCardActivity, TransferActivity } from '../../domain/table/activity.ts';

/** Rows as they are sent to clients: instants become ISO 8601 text. */

/** Returns how card transactions are sent, each with its card. */
export function wireCardOf(cards: readonly NamedCard[]): (row: ShownCardActivity) => CardRow {
  const sent = new Map(cards.map((card) => [card.token, wireNamedCard(card)]));
  return ({ card_token, ...row }) => ({ ...row, created_at: row.created_at.toISOString(), card: sent.get(card_token) ?? null });
}

export const wireNamedCard = ({ token, name, last_four, holder }: NamedCard): NonNullable<CardRow['card']> => ({ token, name, last_four, holder: holder.name });

export const wireTransfer = (row: TransferActivity): TransferRow => ({ ...row, created_at: row.created_at.toISOString() });
export const wireReceivable = (row: ReceivableActivity): ReceivableRow => ({ ...row, created_at: row.created_at.toISOString() });
