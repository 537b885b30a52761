import type { Direction } from '../../domain/table/table.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import type { Slice } from './activityRows.ts';

/** A place in the order of the card transactions shown from where a slice can be read, and how many rows of it come before the slice. */
interface Skip {
  from: Prisma.Sql;
  offset: number;
}

/** Fewer rows are left out faster one by one. */
const worthIt = 500;

interface Value {
  value: string;
  /** Rows before the first one with this value. */
  before: bigint;
  /** Rows before the first one with another value. */
  upto: bigint;
}

interface Tally {
  /** Values and how many rows have them: columns `value` and `counted`, once or oftener. */
  values: Prisma.Sql;
  way: Direction;
  offset: number;
}

/** The value in which the row at `offset` lies, when the rows are put in order by it. */
async function valueAt(transaction: Transaction, { values, way, offset }: Tally): Promise<Value | undefined> {
  const order = way === 'asc' ? Prisma.sql`ORDER BY tally.value` : Prisma.sql`ORDER BY tally.value DESC`;
  const [found] = await prismaOf(transaction).$queryRaw<Value[]>`
    SELECT tally.value::text AS value, (upto - counted)::bigint AS before, upto::bigint AS upto
    FROM (
      SELECT value, sum(counted) AS counted, sum(sum(counted)) OVER (${order}) AS upto
      FROM (${values}) tally GROUP BY value
    ) tally
    WHERE upto > ${offset}
    ${order}
    LIMIT 1`;
  return found;
}

/**
 * Where to begin reading a slice of all card transactions shown that lies far in: whole values before it are left out by
 * their tallies. Null when it is near enough, or the rows begin within a value from its first one.
 */
export async function skipCards(transaction: Transaction, { receiverId }: ReceiverScope, { sort, backwards, offset, limit }: Slice): Promise<Skip | null> {
  if (offset < worthIt) return null;
  const way = (direction: Direction): Direction => (backwards ? (direction === 'asc' ? 'desc' : 'asc') : direction);
  const own = Prisma.sql`receiver_id = ${receiverId}::uuid`;
  const keyWay = way(sort.direction);
  const reach = keyWay === 'asc' ? Prisma.sql`>=` : Prisma.sql`<=`;
  const find = (values: Prisma.Sql, skipped = 0n, direction = keyWay) => valueAt(transaction, { values, way: direction, offset: offset - Number(skipped) });
  const begin = (from: Prisma.Sql, before: bigint): Skip => ({ from, offset: offset - Number(before) });

  switch (sort.column) {
    case 'transaction_date': {
      const day = await find(Prisma.sql`SELECT made_on AS value, counted FROM card_tally_day WHERE ${own}`);
      return day ? begin(madeFrom(day.value, keyWay), day.before) : null;
    }
    case 'repayment_date': {
      const day = await find(Prisma.sql`SELECT repayment_date AS value, counted FROM card_tally_day WHERE ${own}`);
      return day ? begin(Prisma.sql`repayment_date ${reach} ${day.value}::date`, day.before) : null;
    }
    case 'merchant': {
      const merchant = await find(Prisma.sql`SELECT merchant_key AS value, counted FROM card_tally_merchant WHERE ${own}`);
      return merchant ? begin(Prisma.sql`merchant_key ${reach} ${merchant.value}`, merchant.before) : null;
    }
    case 'amount': {
      const range = await find(Prisma.sql`SELECT amount_range AS value, counted FROM card_tally_amount_range WHERE ${own}`);
      if (!range) return null;
      const inRange = Prisma.sql`amount_cents BETWEEN ${range.value}::bigint << 12 AND (${range.value}::bigint << 12) + 4095`;
      const amount = await find(Prisma.sql`SELECT amount_cents AS value, counted FROM card_tally_amount WHERE ${own} AND ${inRange}`, range.before);
      return amount ? begin(Prisma.sql`amount_cents ${reach} ${amount.value}::bigint`, range.before + amount.before) : null;
    }
    case 'type': {
      const type = await find(Prisma.sql`SELECT is_refund AS value, counted FROM card_tally_day WHERE ${own}`);
      // Of the two types each is long: within one, whole days are left out.
      if (!type || Number(type.upto) < offset + limit) return null;
      const isType = Prisma.sql`is_refund = ${type.value}::boolean`;
      const day = await find(Prisma.sql`SELECT made_on AS value, counted FROM card_tally_day WHERE ${own} AND ${isType}`, type.before, way('desc'));
      return day ? begin(Prisma.sql`${isType} AND ${madeFrom(day.value, way('desc'))}`, type.before + day.before) : null;
    }
    default:
      return null;
  }
}

/** The rows of a day (UTC) and of those after it, or before it. */
function madeFrom(day: string, way: Direction): Prisma.Sql {
  const midnight = Prisma.sql`${`${day}T00:00:00Z`}::timestamptz`;
  return way === 'asc' ? Prisma.sql`created_at >= ${midnight}` : Prisma.sql`created_at < ${midnight} + interval '24 hours'`;
}
