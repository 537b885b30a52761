import { randomUUID } from 'node:crypto';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Cents } from '../../domain/basics/money.ts';
import type { ManualType } from '../../domain/ledger/ledger.ts';
import { transferType } from '../../domain/table/activity.ts';
import { searchText, tabs } from '../../domain/table/table.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { bookManualRow } from '../ledger/book.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { queueStaffChangeLetter } from './queueStaffChangeLetter.ts';

interface ManualRow {
  transaction_type: ManualType;
  /** Above 0 lowers what is owed; below 0 takes such a credit back. Never 0. */
  amount_cents: Cents;
  reason: string;
  origin: Origin;
}

/** Adds a manual credit to a customer's repayments, updates books, cashback and spending power, and records it with its reason in the audit log. */
export async function addManualRow(deps: Deps, caller: Caller, { scope }: ReceiverView, row: ManualRow): Promise<{ id: string }> {
  const { transaction_type, amount_cents, reason, origin } = row;
  const [id, at] = [randomUUID(), deps.clock()];
  const name = transferType({ is_manual: true, transaction_type });
  const shown = { id, name, status: 'settled', amount_cents, created_at: at, is_manual: true, transaction_type };
  await withLockedReceiver(deps, scope, async (transaction, receiver) => {
    await databaseOf(transaction, scope).bankTransfer.create({
      data: { ...shown, manual_reason: reason, made_by: caller.receiverId, settled_at: at, search_text: searchText(tabs.repayments, shown) },
    });
    await bookManualRow(deps, transaction, { scope, receiver }, { type: 'manual', subject_id: id, as_of: at, transaction_type, amount_cents });
    const details = { row: id, transaction_type, amount_cents };
    await recordAudit(deps, { scope, actor: caller, action: 'add manual row', reason, details, origin }, transaction);
    await queueStaffChangeLetter(deps, transaction, scope, amount_cents < 0 ? 'take_back_credit' : 'add_manual_row');
    await requestSpendingPower(deps, transaction, scope, 'staff: manual row');
  });
  return { id };
}
