import { isCalendarDay, startOfDay } from '../../domain/basics/dates.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { searchText, tabs } from '../../domain/table/table.ts';
import type { BankTransfer } from '../../providers/ports/bank.ts';

/** A transfer as the bank reports it, as far as the mirror needs it. An event does not name the account. */
export type TransferState = Omit<BankTransfer, 'accountId'> & Partial<Pick<BankTransfer, 'accountId'>>;

interface Shown {
  name: string;
  /** Positive lowers the debt; a payout to the merchant is negative. */
  amount_cents: Cents;
  /** Null while the bank has not settled it. */
  settled_at: Date | null;
}

/** Returns the columns that mirror a transfer for the tables and reports. */
export function mirrorTransfer(transfer: TransferState, { name, amount_cents, settled_at }: Shown) {
  const { transferId: id, status, createdAt: created_at, failure, expectedSettlementDate: settles } = transfer;
  return {
    name,
    status,
    amount_cents: BigInt(amount_cents),
    failure_code: failure?.achReturnCode ?? failure?.code ?? null,
    failure_reason: failure?.description ?? null,
    expected_settlement_date: settles !== null && isCalendarDay(settles) ? startOfDay(settles) : null,
    settled_at,
    search_text: searchText(tabs.repayments, { id, name, status, amount_cents, created_at, is_manual: false, transaction_type: null }),
    created_at,
  };
}
