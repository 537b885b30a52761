import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** Returns a customer's accounts and newest bookings, for staff. Amounts in cents; a debit adds to an account. */
export async function readLedger({ database }: Deps, { scope }: ReceiverView) {
  const [balances, transfers] = await Promise.all([
    databaseOf(database, scope).ledgerBalance.findMany(),
    databaseOf(database, scope).ledgerTransfer.findMany({ orderBy: [{ at: 'desc' }, { id: 'desc' }], take: 200 }),
  ]);
  return {
    balances: Object.fromEntries(balances.map(({ account, balance_cents }) => [account, storedCents(balance_cents)])),
    transfers: transfers.map(({ at, kind, debit_account, credit_account, amount_cents, subject_id }) => ({
      at: at.toISOString(),
      kind,
      debit_account,
      credit_account,
      amount_cents: storedCents(amount_cents),
      subject_id,
    })),
  };
}
