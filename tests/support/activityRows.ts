import type { PrismaDatabase } from '../../server/db/client.ts';
import { startOfDay, utcDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { merchantColumns } from '../../server/domain/card/merchant.ts';
import type { CardActivity, ReceivableActivity, TransferActivity } from '../../server/domain/table/activity.ts';
import { searchText, tabs } from '../../server/domain/table/table.ts';
import { staffId } from './sampleRows.ts';
import { sumAnew } from './sums.ts';

/** Writes what is shown and reported about a receiver as the product's own synchronizing does. */

export async function addCardRows(database: PrismaDatabase, receiverId: string, rows: readonly CardActivity[], card_token = 'card-1'): Promise<void> {
  await database.cardTransaction.createMany({
    data: rows.map((row) => ({
      receiver_id: receiverId,
      token: row.id,
      card_token,
      status: row.status,
      result: row.result,
      amount_cents: BigInt(row.amount_cents),
      pending_cents: row.status === 'PENDING' ? BigInt(row.amount_cents) : 0n,
      settled_cents: row.status === 'SETTLED' ? BigInt(row.amount_cents) : 0n,
      ...merchantColumns(row.descriptor),
      raw_data: { merchant: { descriptor: row.descriptor } },
      search_text: searchText(tabs.card, row),
      repayment_date: startOfDay(row.repayment_date ?? utcDate(row.created_at)),
      settled_at: row.status === 'SETTLED' ? row.created_at : null,
      created_at: row.created_at,
      updated_at: row.created_at,
    })),
  });
  await sumAnew(database);
}

export async function addTransferRows(database: PrismaDatabase, receiverId: string, rows: readonly TransferActivity[]): Promise<void> {
  await database.bankTransfer.createMany({
    data: rows.map((row) => ({
      receiver_id: receiverId,
      id: row.id,
      provider_transfer_id: row.is_manual ? null : `transfer-${row.id}`,
      name: row.name,
      status: row.status,
      amount_cents: BigInt(row.amount_cents),
      is_manual: row.is_manual,
      transaction_type: row.transaction_type,
      manual_reason: row.is_manual ? 'by phone' : null,
      made_by: row.is_manual ? staffId : null,
      settled_at: row.status === 'settled' || row.status === 'funds_available' ? row.created_at : null,
      search_text: searchText(tabs.repayments, row),
      created_at: row.created_at,
    })),
  });
}

/** The ids are `rutter:…`. */
export async function addReceivableRows(database: PrismaDatabase, receiverId: string, rows: readonly ReceivableActivity[]): Promise<void> {
  await database.storeTransaction.createMany({
    data: rows.map((row) => ({
      receiver_id: receiverId,
      source: 'rutter',
      external_id: row.id.slice('rutter:'.length),
      type: row.type,
      status: row.status,
      amount_cents: BigInt(row.amount_cents),
      currency: row.currency ?? 'USD',
      search_text: searchText(tabs.receivables, row),
      created_at: row.created_at,
      updated_at: row.created_at,
    })),
  });
}

/** Books the settled of these rows, recorded when they were made, as the product's own synchronizing does. */
export async function bookRows(
  database: PrismaDatabase,
  receiver_id: string,
  cards: readonly CardActivity[],
  transfers: readonly TransferActivity[],
): Promise<void> {
  const owed = (subject_id: string, kind: string, other: string, { amount_cents, created_at }: Pick<CardActivity, 'amount_cents' | 'created_at'>) => ({
    receiver_id,
    debit_account: amount_cents > 0 ? 'owed' : other,
    credit_account: amount_cents > 0 ? other : 'owed',
    amount_cents: BigInt(Math.abs(amount_cents)),
    kind,
    external_id: `${subject_id}#0`,
    subject_id,
    at: created_at,
    recorded_at: created_at,
  });
  const credited = transfers.filter(({ name, status }) => name !== 'Error' && (status === 'settled' || status === 'funds_available'));
  await database.ledgerTransfer.createMany({
    data: [
      ...cards.filter(({ status }) => status === 'SETTLED').map((row) => owed(row.id, 'settlement', 'card_network', row)),
      ...credited.map(({ id, is_manual, transaction_type, amount_cents, created_at }) => {
        const row = { amount_cents: cents(-amount_cents), created_at };
        return is_manual ? owed(id, transaction_type ?? '', 'adjustments', row) : owed(`transfer-${id}`, 'repayment', 'bank', row);
      }),
    ],
  });
  await sumAnew(database);
}
