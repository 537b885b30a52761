import { findBookDifferences } from '../../../server/db/queries/bookDifferences.ts';
import { receiverScope } from '../../../server/db/scope.ts';
import { utcDate } from '../../../server/domain/basics/dates.ts';
import { reconcileReceiver } from '../../../server/services/reconciliation/reconcile.ts';
import type { Merchant } from './fill/merchants.ts';
import type { Stage } from './stage.ts';

/** What must be true of the day, worked out from the rows by SQL and not by the product's own rules. Each function returns what is wrong. */

async function numberOf({ database }: Pick<Stage, 'database'>, sql: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await database.client.query<{ number: string }>(`SELECT (${sql}) AS number`, [...values]);
  return Number(rows[0]?.number);
}

const unless = (isRight: boolean, wrong: string): string[] => (isRight ? [] : [wrong]);

/** Every sum that the database keeps must be the sum of its rows, of all merchants. */
export async function wrongFill(stage: Pick<Stage, 'database'>): Promise<string[]> {
  const sums: readonly (readonly [what: string, sql: string])[] = [
    [
      'balances',
      `SELECT count(*) FROM (
         SELECT receiver_id, account, sum(cents) AS cents FROM (
           SELECT receiver_id, debit_account AS account, amount_cents AS cents FROM ledger_transfer
           UNION ALL SELECT receiver_id, credit_account, -amount_cents FROM ledger_transfer) movement GROUP BY 1, 2) wanted
       FULL JOIN ledger_balance USING (receiver_id, account) WHERE balance_cents IS DISTINCT FROM cents`,
    ],
    [
      'counts of card transactions',
      `SELECT count(*) FROM (SELECT receiver_id, count(*) AS counted FROM card_transaction WHERE is_counted GROUP BY 1) wanted
       FULL JOIN card_transaction_count kept USING (receiver_id) WHERE kept.counted IS DISTINCT FROM wanted.counted`,
    ],
    [
      'days of cards',
      `SELECT count(*) FROM (
         SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date, cashback_basis_points, sum(amount_cents) AS cents
         FROM card_transaction WHERE is_counted GROUP BY 1, 2, 3, 4, 5) wanted
       FULL JOIN card_day USING (receiver_id, card_token, made_on, repayment_date, cashback_basis_points)
       WHERE bought_cents - returned_cents IS DISTINCT FROM cents`,
    ],
    ['flags of onboarding', 'SELECT count(*) FROM receiver WHERE is_onboarding <> is_onboarding_open(receiver)'],
  ];
  const wrong: string[] = [];
  for (const [what, sql] of sums) {
    const count = await numberOf(stage, sql);
    wrong.push(...unless(count === 0, `${count} ${what} are not what their rows say`));
  }
  return wrong;
}

/** Each purchase was approved, is booked once, and its merchant's limit is at the issuer. */
export async function wrongPurchases(stage: Stage, buyers: readonly Merchant[], approved: number): Promise<string[]> {
  const ids = buyers.map(({ id }) => id);
  const booked = await numberOf(
    stage,
    `SELECT count(*) FROM card_transaction WHERE receiver_id = ANY ($1) AND merchant_descriptor = 'NIMBUS HOSTING' AND status = 'SETTLED' AND settled_cents = 4200`,
    [ids],
  );
  const owed = await numberOf(
    stage,
    `SELECT count(*) FROM ledger_balance JOIN (SELECT receiver_id, sum(settled_cents) AS cents FROM card_transaction WHERE receiver_id = ANY ($1) GROUP BY 1) bought
     USING (receiver_id) WHERE account = 'owed' AND balance_cents = cents`,
    [ids],
  );
  const behind = await numberOf(stage, `SELECT count(*) FROM card WHERE receiver_id = ANY ($1) AND wanted_spend_limit <> spend_limit`, [ids]);
  return [
    ...unless(approved === buyers.length, `${buyers.length - approved} of ${buyers.length} purchases were declined`),
    ...unless(booked === buyers.length, `${booked} of ${buyers.length} purchases are booked`),
    ...unless(owed === buyers.length, `${buyers.length - owed} merchants who bought do not owe the sum of their purchases`),
    ...unless(behind === 0, `the issuer does not have ${behind} limits`),
  ];
}

/** Nothing was missing and nothing differed: both sides were filled alike. */
export async function wrongFollowing(stage: Stage): Promise<string[]> {
  const unhandled = await numberOf(stage, 'SELECT count(*) FROM webhook_inbox WHERE handled_at IS NULL');
  const comparisons = await numberOf(stage, `SELECT count(*) FROM pgboss.job WHERE name = 'reconcile-receiver'`);
  return [
    ...unless(unhandled === 0, `${unhandled} events are not handled`),
    ...unless(comparisons === 0, `${comparisons} merchants seem to differ from the issuer`),
  ];
}

/** Of those who were worked on, each who has something due on the day was charged once and in full, at the bank too, and nobody else was. */
export async function wrongDraws(stage: Stage, workedOn: readonly string[]): Promise<string[]> {
  const today = utcDate(stage.day.now);
  const { rows } = await stage.database.client.query(
    `WITH due AS (
       SELECT receiver_id, sum(settled_cents) AS cents FROM card_transaction WHERE receiver_id = ANY ($1) AND repayment_date <= $2::date GROUP BY 1
     ), made AS (
       SELECT receiver_id, count(*) AS draws, sum(amount_cents) AS cents, min(provider_key::text) AS key FROM draw WHERE status = 'pending' GROUP BY 1
     ), transfer AS (
       SELECT data -> 'transfer' -> 'metadata' ->> 'key' AS key, count(*) AS transfers, sum((data -> 'transfer' ->> 'amount')::numeric * 100) AS cents
       FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer' GROUP BY 1
     )
     SELECT receiver_id FROM due FULL JOIN made USING (receiver_id) LEFT JOIN transfer USING (key)
     WHERE draws IS DISTINCT FROM 1 OR transfers IS DISTINCT FROM 1 OR made.cents IS DISTINCT FROM due.cents OR transfer.cents IS DISTINCT FROM due.cents`,
    [workedOn, today],
  );
  const due = await numberOf(stage, 'SELECT count(DISTINCT receiver_id) FROM card_transaction WHERE receiver_id = ANY ($1) AND repayment_date <= $2::date', [
    workedOn,
    today,
  ]);
  return [
    ...unless(rows.length === 0, `${rows.length} merchants were charged wrongly, twice or not at all`),
    ...unless(due > 0 || workedOn.length < 100, 'nobody was due'),
  ];
}

/** Dues are looked for again where somebody bought or was charged within the hours before, and nowhere else. */
export async function wrongChanges(stage: Stage): Promise<string[]> {
  const queued = await numberOf(stage, `SELECT count(*) FROM pgboss.job WHERE name = 'draw-repayments' AND state = 'created'`);
  const changed = await numberOf(
    stage,
    `SELECT count(*) FROM (SELECT receiver_id FROM draw UNION SELECT receiver_id FROM card_transaction WHERE merchant_descriptor = 'NIMBUS HOSTING') changed`,
  );
  return unless(queued === changed, `dues were looked for again at ${queued} merchants instead of ${changed}`);
}

/** Of those who were worked on, each who has a debit in the next two banking days has the notice of it, once. */
export async function wrongLetters(stage: Stage, workedOn: readonly string[]): Promise<string[]> {
  const today = utcDate(stage.day.now);
  const isDueNext = 'receiver_id = ANY ($1) AND repayment_date BETWEEN $2::date + 1 AND $2::date + 2';
  const due = await numberOf(stage, `SELECT count(DISTINCT receiver_id) FROM card_transaction WHERE ${isDueNext}`, [workedOn, today]);
  const wrong = await numberOf(
    stage,
    `SELECT count(*) FROM (
       SELECT DISTINCT receiver_id FROM card_transaction WHERE ${isDueNext}) due
     FULL JOIN (SELECT receiver_id, count(*) AS letters FROM email_sent WHERE kind = 'withdrawal_notice' AND sent_at IS NOT NULL GROUP BY 1) sent USING (receiver_id)
     WHERE letters IS DISTINCT FROM 1 OR due.receiver_id IS NULL`,
    [workedOn, today],
  );
  return [...unless(wrong === 0, `${wrong} merchants have a wrong number of notices`), ...unless(due > 0 || workedOn.length < 100, 'nobody was due a notice')];
}

/** Returns when the last month that has ended before the day began and ended, in UTC. */
function endedMonth({ day: { now } }: Stage): { start: string; end: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month - 1, 1)).toISOString(), end: new Date(Date.UTC(year, month, 1)).toISOString() };
}

/** Returns how many merchants have bought before the end of that month. */
export const withoutStatement = (stage: Stage): Promise<number> =>
  numberOf(stage, 'SELECT count(DISTINCT receiver_id) FROM card_transaction WHERE settled_cents <> 0 AND created_at < $1::timestamptz', [
    endedMonth(stage).end,
  ]);

/** Each who was worked on has a statement of the month, which ends with what was bought until then, and nothing can be booked into it any more. */
export async function wrongStatements(stage: Stage, workedOn: readonly string[]): Promise<string[]> {
  const { start, end } = endedMonth(stage);
  const wrong = await numberOf(
    stage,
    `SELECT count(*) FROM unnest($1::uuid[]) receiver_id
     LEFT JOIN (SELECT receiver_id, sum(settled_cents) AS cents FROM card_transaction WHERE created_at < $2::timestamptz GROUP BY 1) bought USING (receiver_id)
     LEFT JOIN (SELECT receiver_id, closing_cents FROM account_statement WHERE month = $3::date) statement USING (receiver_id)
     LEFT JOIN closed_books USING (receiver_id)
     WHERE closing_cents IS DISTINCT FROM cents OR until IS DISTINCT FROM $2::timestamptz`,
    [workedOn, end, start],
  );
  return unless(wrong === 0, `${wrong} merchants have a wrong statement`);
}

/** What is over is gone; the two events of each merchant today, and the runs that are kept, are not. */
export async function wrongPurge(stage: Stage): Promise<string[]> {
  const { now, merchants } = stage.day;
  const old = await numberOf(stage, `SELECT count(*) FROM webhook_inbox WHERE handled_at < $1::timestamptz - interval '90 days'`, [now]);
  const events = await numberOf(stage, `SELECT count(*) FROM webhook_inbox WHERE handled_at >= $1::timestamptz - interval '90 days'`, [now]);
  const runs = await numberOf(stage, `SELECT count(*) FROM spending_power_snapshot WHERE taken_at < $1::timestamptz - interval '90 days'`, [now]);
  return [
    ...unless(old === 0, `${old} old events are still there`),
    ...unless(events >= 2 * merchants, `${events} events of the day are left of ${2 * merchants}`),
    ...unless(runs === 2 * merchants, `${runs} old runs are there instead of ${2 * merchants}`),
  ];
}

/** How many merchants' books are compared whole with the providers. */
const sampled = 25;

/** Compares everything of some merchants with the issuer and the bank, and their books with themselves. */
export async function wrongBooks({ product: { deps }, database }: Stage): Promise<string[]> {
  const { rows } = await database.client.query<{ id: string }>(
    `(SELECT receiver_id AS id FROM draw ORDER BY random() LIMIT $1) UNION (SELECT id FROM receiver ORDER BY random() LIMIT $1)`,
    [sampled],
  );
  const wrong: string[] = [];
  for (const { id } of rows) {
    const scope = receiverScope(id);
    const contradictions = await findBookDifferences(deps.database, scope);
    const differences = await reconcileReceiver(deps, scope, null);
    wrong.push(...[...contradictions, ...differences].map(({ subject, external_id }) => `${id}: ${subject} ${external_id} differs`));
  }
  const { rows: found } = await database.client.query<{ subject: string; count: string }>(
    `SELECT provider || ' ' || subject AS subject, count(*) FROM reconciliation_difference GROUP BY 1`,
  );
  return [...wrong, ...found.map(({ subject, count }) => `${count} differences of ${subject} were found in the course of the day`)];
}
