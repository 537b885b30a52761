import { cents, subtract } from '../../domain/basics/money.ts';
import type { LedgerAccount } from '../../domain/ledger/ledger.ts';
import { Prisma, readValue, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { type AccountRows, readAccountRows, type StoredAccount } from './accountRows.ts';
import type { CardDay } from './cardDays.ts';

/** The bookings after an instant. */
type Later = Pick<StoredAccount, 'balances' | 'days'>;

type DayTerms = Omit<CardDay, 'bought_cents' | 'returned_cents'>;

const keyOf = ({ card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points }: DayTerms): string =>
  [card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points].join(' ');

/**
 * Reads a receiver's account without the purchases, refunds, rows of staff and payouts that came after an instant, in whatever order they
 * were learned. Draws, repayments and cashback are as they are now.
 */
export async function readAccountRowsAt(transaction: Transaction, scope: ReceiverScope, instant: Date): Promise<AccountRows> {
  const rows = await readAccountRows(transaction, scope);
  const later = await readValue<Later>(transaction, laterValue(scope, instant));
  const laterOn = new Map(
    later.days.map(([card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points, bought, returned]) => [
      keyOf({ card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points }),
      { bought: cents(bought), returned: cents(returned) },
    ]),
  );
  const balances = { ...rows.balances };
  for (const [account, change] of Object.entries(later.balances)) {
    // The columns hold only what the ledger's rules name.
    const name = account as LedgerAccount;
    balances[name] = subtract(balances[name], cents(change));
  }
  const cardDays = rows.cardDays.map((day) => {
    const moved = laterOn.get(keyOf(day));
    if (moved === undefined) return day;
    return { ...day, bought_cents: subtract(day.bought_cents, moved.bought), returned_cents: subtract(day.returned_cents, moved.returned) };
  });
  return { ...rows, balances, cardDays };
}

function laterValue({ receiverId }: ReceiverScope, instant: Date): Prisma.Sql {
  return Prisma.sql`(
    WITH later AS (
      SELECT debit_account, credit_account, amount_cents, subject_id FROM ledger_transfer
      WHERE receiver_id = ${receiverId}::uuid AND at > ${instant} AND 'bank' NOT IN (debit_account, credit_account)
        AND 'cashback' NOT IN (debit_account, credit_account)
    ), side AS (
      SELECT debit_account AS account, amount_cents AS change, subject_id FROM later
      UNION ALL
      SELECT credit_account, -amount_cents, subject_id FROM later
    ), day AS (
      SELECT card_token, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date, coalesce(first_instalment_date, repayment_date) AS first_due_date,
        instalments, cashback_basis_points, coalesce(sum(change) FILTER (WHERE NOT is_refund), 0) AS bought,
        coalesce(-sum(change) FILTER (WHERE is_refund), 0) AS returned
      FROM side JOIN card_transaction purchase ON purchase.receiver_id = ${receiverId}::uuid AND purchase.token = side.subject_id
      WHERE account IN ('owed', 'pending') GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT json_build_object(
      'balances', (SELECT coalesce(json_object_agg(account, change), '{}') FROM (SELECT account, sum(change) AS change FROM side GROUP BY account) moved),
      'days', (
        SELECT coalesce(json_agg(json_build_array(card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points, bought,
          returned)), '[]') FROM day)))`;
}
