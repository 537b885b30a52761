import type { CardRow, ReceivableRow, TransferRow } from '../../contract/transactions.ts';
import type { ReceivableActivity, ShownCardActivity, TransferActivity } from '../../domain/table/activity.ts';

/** Rows as they are sent to clients: instants become ISO 8601 text. */

export const wireCard = (row: ShownCardActivity): CardRow => ({ ...row, created_at: row.created_at.toISOString() });
export const wireTransfer = (row: TransferActivity): TransferRow => ({ ...row, created_at: row.created_at.toISOString() });
export const wireReceivable = (row: ReceivableActivity): ReceivableRow => ({ ...row, created_at: row.created_at.toISOString() });
