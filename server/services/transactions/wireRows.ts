import type { CardRow, ReceivableRow, TransferRow } from '../../contract/transactions.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../../domain/table/activity.ts';

/** Rows as they cross the wire. */

export const wireCard = (row: CardActivity): CardRow => ({ ...row, created_at: row.created_at.toISOString() });
export const wireTransfer = (row: TransferActivity): TransferRow => ({ ...row, created_at: row.created_at.toISOString() });
export const wireReceivable = (row: ReceivableActivity): ReceivableRow => ({ ...row, created_at: row.created_at.toISOString() });
