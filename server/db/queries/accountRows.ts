import type { LatestAuthorization } from '../../domain/bank/debitAuthorization.ts';
import type { IsoDate } from '../../domain/basics/dates.ts';
import { type Cents, cents } from '../../domain/basics/money.ts';
import { type LedgerBalances, ledgerBalances } from '../../domain/ledger/ledger.ts';
import type { DrawArrangement } from '../../domain/repayment/drawArrangement.ts';
import { type DrawPreference, usualDraws } from '../../domain/repayment/drawDays.ts';
import { Prisma, readValue, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import type { CardDay } from './cardDays.ts';

/** The columns of a draw that the amount owed depends on. */
export interface DrawRow {
  id: string;
  kind: string;
  due_date: IsoDate;
  part: number;
  attempt: number;
  debit_date: IsoDate;
  amount_cents: Cents;
  status: string;
  failure_code: string | null;
  business_key: string;
  finished_at: Date | null;
  retry_of: string | null;
  bank_account_id: string | null;
  uncollected_cents: Cents | null;
  credits_cents: Cents | null;
  cashback_cents: Cents | null;
}

/** The amounts of a draw that are null until it fails. */
type FailureAmount = 'uncollected_cents' | 'credits_cents' | 'cashback_cents';

export interface AccountRows {
  balances: LedgerBalances;
  /** All purchases and returns ever made, by day. */
  cardDays: CardDay[];
  /** In the order in which they were made. */
  draws: DrawRow[];
  /** The sum of the approvals whose authorization the issuer has not reported yet. */
  approved_cents: Cents;
  /** The newest spending power; null before the first calculation. */
  total_cents: Cents | null;
  /** The latest debit authorization; null when there was never one. */
  authorization: LatestAuthorization | null;
  /** Its EIN or store backs another account, and staff have not allowed it. */
  hasFlaggedIdentity: boolean;
  preference: DrawPreference;
  arrangements: DrawArrangement[];
}

/** The same as JSON. Its numbers are exact for every amount that `cents` accepts. */
export interface StoredAccount {
  balances: Record<string, number>;
  days: [
    card_token: string,
    made_on: IsoDate,
    repayment_date: IsoDate,
    first_due_date: IsoDate,
    instalments: number,
    cashback_basis_points: number,
    bought: number,
    returned: number,
  ][];
  draws: (Omit<DrawRow, 'amount_cents' | 'finished_at' | FailureAmount> & { amount_cents: number; finished_at: string | null } & Record<
      FailureAmount,
      number | null
    >)[];
  approved: number;
  total: number | null;
  authorization: { accepted_at: string; ended_reason: string | null } | null;
  has_flagged_identity: boolean;
  preference: DrawPreference | null;
  arrangements: (Omit<DrawArrangement, 'first_cents'> & { first_cents: number | null })[];
}

/** Returns the SQL for all that a receiver's account depends on, as one value, so that it is of one moment even without a transaction. */
export function accountValue({ receiverId }: ReceiverScope): Prisma.Sql {
  return Prisma.sql`json_build_object(
      'balances', (SELECT coalesce(json_object_agg(account, balance_cents), '{}') FROM ledger_balance WHERE receiver_id = ${receiverId}::uuid),
      'days', (
        SELECT coalesce(json_agg(json_build_array(card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points,
          bought_cents, returned_cents) ORDER BY made_on, repayment_date), '[]')
        FROM card_day WHERE receiver_id = ${receiverId}::uuid),
      'draws', (
        SELECT coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'due_date', due_date, 'part', part, 'attempt', attempt, 'debit_date', debit_date,
          'amount_cents', amount_cents, 'status', status, 'failure_code', failure_code, 'business_key', business_key, 'finished_at', finished_at,
          'retry_of', retry_of, 'bank_account_id', bank_account_id, 'uncollected_cents', uncollected_cents, 'credits_cents', credits_cents,
          'cashback_cents', cashback_cents) ORDER BY created_at, due_date, attempt), '[]')
        FROM draw WHERE receiver_id = ${receiverId}::uuid),
      'authorization', (
        SELECT json_build_object('accepted_at', accepted_at, 'ended_reason', ended_reason) FROM debit_authorization
        WHERE receiver_id = ${receiverId}::uuid AND role = 'main' ORDER BY ended_at IS NULL DESC, ended_at DESC LIMIT 1),
      'has_flagged_identity', EXISTS (SELECT FROM identity_claim WHERE receiver_id = ${receiverId}::uuid AND state = 'flagged'),
      'preference', (
        SELECT json_build_object('weekday', weekday) FROM draw_preference WHERE receiver_id = ${receiverId}::uuid),
      'arrangements', (
        SELECT coalesce(json_agg(json_build_object('due_date', due_date, 'first_on', first_on, 'first_cents', first_cents, 'rest_on', rest_on,
          'bank_link_id', bank_link_id) ORDER BY due_date), '[]')
        FROM draw_arrangement WHERE receiver_id = ${receiverId}::uuid),
      'approved', (SELECT coalesce(sum(amount_cents), 0) FROM authorization_decision WHERE receiver_id = ${receiverId}::uuid AND is_open),
      'total', (SELECT total_cents FROM spending_power_snapshot WHERE receiver_id = ${receiverId}::uuid ORDER BY taken_at DESC, id DESC LIMIT 1)
    )`;
}

/** Reads all that a receiver's account depends on, as of one moment. */
export async function readAccountRows(transaction: Transaction, scope: ReceiverScope): Promise<AccountRows> {
  return accountRowsOf(await readValue<StoredAccount>(transaction, accountValue(scope)));
}

const orNull = (amount: number | null): Cents | null => (amount === null ? null : cents(amount));

/** Converts the value of `accountValue`. */
export function accountRowsOf(stored: StoredAccount): AccountRows {
  const { authorization } = stored;
  const balances = Object.fromEntries(Object.entries(stored.balances).map(([name, balance]) => [name, cents(balance)]));
  return {
    balances: { ...ledgerBalances([]), ...balances },
    cardDays: stored.days.map(([card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points, bought, returned]) => ({
      card_token,
      made_on,
      repayment_date,
      first_due_date,
      instalments,
      cashback_basis_points,
      bought_cents: cents(bought),
      returned_cents: cents(returned),
    })),
    draws: stored.draws.map(({ amount_cents, finished_at, uncollected_cents, credits_cents, cashback_cents, ...draw }) => ({
      ...draw,
      amount_cents: cents(amount_cents),
      finished_at: finished_at === null ? null : new Date(finished_at),
      uncollected_cents: orNull(uncollected_cents),
      credits_cents: orNull(credits_cents),
      cashback_cents: orNull(cashback_cents),
    })),
    approved_cents: cents(stored.approved),
    total_cents: stored.total === null ? null : cents(stored.total),
    authorization: authorization && { acceptedAt: new Date(authorization.accepted_at), endedReason: authorization.ended_reason },
    hasFlaggedIdentity: stored.has_flagged_identity,
    preference: stored.preference ?? usualDraws,
    arrangements: stored.arrangements.map((arrangement) => ({ ...arrangement, first_cents: orNull(arrangement.first_cents) })),
  };
}
