import type { Cents } from '../../domain/basics/money.ts';
import type { Spent } from '../../domain/card/controls/firstFailingControl.ts';
import { type PeriodKind, type PeriodStarts, periodKinds } from '../../domain/card/controls/periods.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** When the present periods began, by the key of the program; `otherwise` names the one for a key that is not among them. */
export interface StartsByProgram {
  starts: Readonly<Record<string, PeriodStarts>>;
  otherwise: string;
}

/** The sums of a card by period, as JSON gives them. */
export type SpentRow = Readonly<Record<keyof Spent, number>>;

/** Returns the SQL of the present periods' starts as columns, for `FROM`. It is one row, whose starts are read once. */
export function periodStartsOf(starts: Prisma.Sql): Prisma.Sql {
  const columns = periodKinds.map((kind) => Prisma.sql`(given.starts ->> ${Prisma.raw(`'${kind}'`)})::timestamptz AS ${Prisma.raw(kind)}`);
  return Prisma.sql`(SELECT ${Prisma.join(columns)} FROM (SELECT ${starts} AS starts) given OFFSET 0)`;
}

const startOf = (kind: PeriodKind) => Prisma.raw(`start.${kind}`);

/** The condition for a row to be of the card that stands beside it as `card`, or of one whose place that took: a loss begins no limit anew. */
const isOfCard = Prisma.sql`card_token = ANY (array_append(card.predecessors, card.token))`;

/** The SQL of the open approvals of `card` by period, as columns of a reading of open approvals beside the starts `start`. */
export const approvalsOfCard = periodSums(Prisma.sql`amount_cents`, isOfCard, (start) => Prisma.sql`decided_at >= ${start}`);

/**
 * Returns the SQL of what `card` has spent by period, as a JSON object: its counted transactions and its open approvals, which
 * stand beside it as `approvals`, and the starts as `start`. A period begins inside a UTC day at most: the days after it are
 * summed by the day, its own day by the transaction. Days and approvals are read once for all periods: a purchase waits for it.
 */
export function spentOfCard(receiverId: Prisma.Sql): Prisma.Sql {
  const ofCard = Prisma.sql`receiver_id = ${receiverId} AND ${isOfCard}`;
  const firstDay = (start: Prisma.Sql) => Prisma.sql`(
    SELECT coalesce(sum(amount_cents), 0) FROM card_transaction
    WHERE ${ofCard} AND is_counted AND created_at >= ${start} AND created_at < (${utcDay(start)} + 1)::timestamp AT TIME ZONE 'UTC')`;
  const sums = periodKinds.map((kind) => {
    const [key, column] = [Prisma.raw(`'${kind}'`), Prisma.raw(kind)];
    return Prisma.sql`${key}, greatest(0, days.${column} + approvals.${column} + ${firstDay(startOf(kind))})`;
  });
  const days = periodSums(Prisma.sql`bought_cents - returned_cents`, Prisma.sql`true`, (start) => Prisma.sql`made_on > ${utcDay(start)}`);
  return Prisma.sql`(
    SELECT json_build_object(${Prisma.join(sums)}, 'in_all', greatest(0, days.in_all + approvals.in_all))
    FROM (SELECT ${days} FROM card_day WHERE ${ofCard}) days)`;
}

/** Returns the SQL of the UTC day of an instant. */
const utcDay = (instant: Prisma.Sql) => Prisma.sql`(${instant} AT TIME ZONE 'UTC')::date`;

/** Returns the SQL of a sum of the counted rows for each period and in all, each under the name of its period. */
function periodSums(amount: Prisma.Sql, isCounted: Prisma.Sql, isIn: (start: Prisma.Sql) => Prisma.Sql): Prisma.Sql {
  const sums = periodKinds.map((kind) => Prisma.sql`coalesce(sum(${amount}) FILTER (WHERE ${isCounted} AND ${isIn(startOf(kind))}), 0) AS ${Prisma.raw(kind)}`);
  return Prisma.sql`${Prisma.join(sums)}, coalesce(sum(${amount}) FILTER (WHERE ${isCounted}), 0) AS in_all`;
}

/** Converts the value of `spentOfCard`. */
export function spentOfRow({ day, week, month, year, in_all }: SpentRow): Spent {
  const inCents = (sum: number): Cents => storedCents(BigInt(sum));
  return { day: inCents(day), week: inCents(week), month: inCents(month), year: inCents(year), in_all: inCents(in_all) };
}

/** Returns what each card of a receiver, with those whose place it took, has spent in the present periods and in all, in cents, by the card's token. */
export async function readSpentOfCards(transaction: Transaction, { receiverId }: ReceiverScope, starts: PeriodStarts): Promise<ReadonlyMap<string, Spent>> {
  const owner = Prisma.sql`card.receiver_id`;
  const rows = await prismaOf(transaction).$queryRaw<{ token: string; spent: SpentRow }[]>`
    SELECT token, ${spentOfCard(owner)} AS spent
    FROM card, ${periodStartsOf(Prisma.sql`${JSON.stringify(starts)}::jsonb`)} start, LATERAL (
      SELECT ${approvalsOfCard} FROM authorization_decision WHERE receiver_id = ${owner} AND ${isOfCard} AND is_open) approvals
    WHERE receiver_id = ${receiverId}::uuid`;
  return new Map(rows.map((row) => [row.token, spentOfRow(row.spent)]));
}
