import type { LatestAuthorization } from '../../domain/bank/debitAuthorization.ts';
import { type IsoDate, isoDate } from '../../domain/basics/dates.ts';
import { type Cents, cents } from '../../domain/basics/money.ts';
import { type LedgerBalances, ledgerBalances } from '../../domain/ledger/ledger.ts';
import type { AllocationPart } from '../../domain/repayment/allocation.ts';
import type { DrawArrangement } from '../../domain/repayment/drawArrangement.ts';
import { type DrawPreference, usualDraws } from '../../domain/repayment/drawDays.ts';
import type { RatedDue } from '../../domain/repayment/schedule.ts';
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
  /** See `countingDay`. */
  counts_on: IsoDate;
  /** The day from which its money cannot come back; null while that is not known. */
  final_on: IsoDate | null;
  /** What is unpaid of an amount that failed; null for any other draw. */
  open_cents: Cents | null;
  /** Of a payment for one purchase, the dues that it pays before others. */
  pays_first: readonly Omit<RatedDue, 'amount_cents'>[];
}

/** What was allocated to a due, summed by the day that decides whether it is in time. */
export interface AllocatedSum extends Omit<AllocationPart, 'entry_id' | 'source' | 'due_date'> {
  due_date: IsoDate;
}

export interface AccountRows {
  balances: LedgerBalances;
  /** All purchases and returns ever made, by day. */
  cardDays: CardDay[];
  /** In the order in which they were made. */
  draws: DrawRow[];
  /** What of each due is paid, and what is set apart of it because its debit failed. */
  allocated: AllocatedSum[];
  /** When a part of each failed amount was paid last, by its draw. */
  failedPaidAt: Map<string, Date>;
  /** The cashback that each due date was credited. */
  cashback: Map<IsoDate, Cents>;
  /** The cashback that has paid nothing yet. */
  unusedCashback: Cents;
  /** What refunds gave back of purchases, by due date and rate. */
  refunded: RatedDue[];
  /** Credits that were taken back by staff, or paid out. Each is due on its day. */
  withdrawn: { at: Date; amount_cents: Cents }[];
  /** The sum of the approvals whose authorization the issuer has not reported yet. */
  approved_cents: Cents;
  /** The newest spending power; null before the first calculation. */
  total_cents: Cents | null;
  /** The latest debit authorization; null when there was never one. */
  authorization: LatestAuthorization | null;
  /** Its EIN or store backs another account, and staff have not allowed it. */
  hasFlaggedIdentity: boolean;
  /** The kind of holder of the account that is debited; null while none is linked, or its bank does not say. */
  holderCategory: string | null;
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
  draws: (Omit<DrawRow, 'amount_cents' | 'finished_at' | 'open_cents'> & { amount_cents: number; finished_at: string | null; open_cents: number | null })[];
  allocated: [due_date: IsoDate, cashback_basis_points: number, failed_draw_id: string | null, counts_on: IsoDate | null, amount: number][];
  failed_paid_at: Record<string, string>;
  cashback: Record<IsoDate, number>;
  unused_cashback: number;
  refunded: [due_date: IsoDate, cashback_basis_points: number, amount: number][];
  withdrawn: [at: string, amount: number][];
  approved: number;
  total: number | null;
  authorization: { accepted_at: string; ended_reason: string | null } | null;
  has_flagged_identity: boolean;
  holder_category: string | null;
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
          'retry_of', retry_of, 'bank_account_id', bank_account_id, 'counts_on', coalesce(counts_on, debit_date), 'final_on', final_on, 'open_cents', open_cents,
          'pays_first', pays_first) ORDER BY created_at, due_date, attempt), '[]')
        FROM draw WHERE receiver_id = ${receiverId}::uuid),
      'allocated', (
        SELECT coalesce(json_agg(json_build_array(due_date, cashback_basis_points, failed_draw_id, counts_on, amount)), '[]') FROM (
          SELECT due_date, cashback_basis_points, failed_draw_id, counts_on, sum(amount_cents) AS amount
          FROM allocation WHERE receiver_id = ${receiverId}::uuid AND due_date IS NOT NULL
          GROUP BY due_date, cashback_basis_points, failed_draw_id, counts_on HAVING sum(amount_cents) <> 0) part),
      'failed_paid_at', (
        SELECT coalesce(json_object_agg(failed_draw_id, at), '{}') FROM (
          SELECT failed_draw_id, max(at) AS at FROM allocation
          WHERE receiver_id = ${receiverId}::uuid AND failed_draw_id IS NOT NULL AND source <> 'failed' AND amount_cents > 0
          GROUP BY failed_draw_id) paid),
      'cashback', (
        SELECT coalesce(json_object_agg(entry_id, amount), '{}') FROM (
          SELECT entry_id, sum(amount_cents) AS amount FROM allocation WHERE receiver_id = ${receiverId}::uuid AND source = 'cashback'
          GROUP BY entry_id HAVING sum(amount_cents) <> 0) credited),
      'unused_cashback', (
        SELECT coalesce(sum(amount_cents), 0) FROM allocation WHERE receiver_id = ${receiverId}::uuid AND source = 'cashback' AND due_date IS NULL),
      'refunded', (
        SELECT coalesce(json_agg(json_build_array(due_date, cashback_basis_points, amount)), '[]') FROM (
          SELECT due_date, cashback_basis_points, sum(amount_cents) AS amount FROM refunded_purchase WHERE receiver_id = ${receiverId}::uuid
          GROUP BY due_date, cashback_basis_points) given_back),
      'withdrawn', (
        SELECT coalesce(json_agg(json_build_array(at, amount) ORDER BY at), '[]') FROM (
          SELECT created_at AS at, -amount_cents AS amount FROM bank_transfer
          WHERE receiver_id = ${receiverId}::uuid AND is_manual AND cashback_due_date IS NULL AND amount_cents < 0
          UNION ALL
          SELECT created_at, amount_cents FROM credit_payout
          WHERE receiver_id = ${receiverId}::uuid AND status NOT IN ('declined', 'failed', 'returned', 'cancelled')) gone),
      'authorization', (
        SELECT json_build_object('accepted_at', accepted_at, 'ended_reason', ended_reason) FROM debit_authorization
        WHERE receiver_id = ${receiverId}::uuid AND role = 'main' ORDER BY ended_at IS NULL DESC, ended_at DESC LIMIT 1),
      'has_flagged_identity', EXISTS (SELECT FROM identity_claim WHERE receiver_id = ${receiverId}::uuid AND state = 'flagged'),
      'holder_category', (SELECT holder_category FROM bank_link WHERE receiver_id = ${receiverId}::uuid AND unlinked_at IS NULL AND role = 'main'),
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
    draws: stored.draws.map(({ amount_cents, finished_at, open_cents, ...draw }) => ({
      ...draw,
      amount_cents: cents(amount_cents),
      finished_at: finished_at === null ? null : new Date(finished_at),
      open_cents: orNull(open_cents),
    })),
    allocated: stored.allocated.map(([due_date, cashback_basis_points, failed_draw_id, counts_on, amount]) => ({
      due_date,
      cashback_basis_points,
      failed_draw_id,
      counts_on,
      amount_cents: cents(amount),
    })),
    failedPaidAt: new Map(Object.entries(stored.failed_paid_at).map(([id, at]) => [id, new Date(at)])),
    cashback: new Map(Object.entries(stored.cashback).map(([due_date, amount]) => [isoDate(due_date), cents(amount)])),
    unusedCashback: cents(stored.unused_cashback),
    refunded: stored.refunded.map(([due_date, cashback_basis_points, amount]) => ({ due_date, cashback_basis_points, amount_cents: cents(amount) })),
    withdrawn: stored.withdrawn.map(([at, amount]) => ({ at: new Date(at), amount_cents: cents(amount) })),
    approved_cents: cents(stored.approved),
    total_cents: stored.total === null ? null : cents(stored.total),
    authorization: authorization && { acceptedAt: new Date(authorization.accepted_at), endedReason: authorization.ended_reason },
    hasFlaggedIdentity: stored.has_flagged_identity,
    holderCategory: stored.holder_category,
    preference: stored.preference ?? usualDraws,
    arrangements: stored.arrangements.map((arrangement) => ({ ...arrangement, first_cents: orNull(arrangement.first_cents) })),
  };
}
