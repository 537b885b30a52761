import { addCalendarDays, type IsoDate, isoDate, weekday } from './dates.ts';

/** The tables that are kept in partitions by time. */
export type PartitionedTable = 'webhook_inbox' | 'spending_power_snapshot';

/** One partition of a table: its own name, and the day in UTC since which it holds rows; null of the one with all before. It ends where the next begins. */
export interface Partition {
  readonly name: string;
  readonly begins: IsoDate | null;
}

interface Cut {
  /** The time that one partition holds: of the inbox a week, since a row is written twice there and small tables are soon cleaned; of the runs a month, since a page asks for a year of them. */
  readonly period: 'week' | 'month';
  /** How many days ahead partitions are made. */
  readonly aheadDays: number;
  /** How many days after its end a partition is dropped. */
  readonly keptDays: number;
}

export const cuts: Readonly<Record<PartitionedTable, Cut>> = {
  webhook_inbox: { period: 'week', aheadDays: 35, keptDays: 90 },
  spending_power_snapshot: { period: 'month', aheadDays: 93, keptDays: 400 },
};

/** Returns the first day of the period that follows the one of a day: the next Monday, or the first of the next month. */
function nextPeriod(period: Cut['period'], day: IsoDate): IsoDate {
  if (period === 'week') return addCalendarDays(day, ((7 - weekday(day)) % 7) + 1);
  return isoDate(`${addCalendarDays(isoDate(`${day.slice(0, 8)}01`), 31).slice(0, 8)}01`);
}

/**
 * Returns the days on which partitions are to begin that a table does not have yet, the first one first. None is past: what lies in
 * the newest partition stays there, even if that has become longer than a period because nobody made the next.
 */
export function missingBeginnings(table: PartitionedTable, partitions: readonly Partition[], today: IsoDate): IsoDate[] {
  const { period, aheadDays } = cuts[table];
  const newest = partitions.at(-1)?.begins ?? today;
  const missing: IsoDate[] = [];
  for (let day = nextPeriod(period, newest > today ? newest : today); day <= addCalendarDays(today, aheadDays); day = nextPeriod(period, day))
    missing.push(day);
  return missing;
}

/** Returns the oldest partition with a beginning, and the day of its end, once all of its rows are past the time for which they are kept; else null. */
export function overPartition(table: PartitionedTable, partitions: readonly Partition[], today: IsoDate): { name: string; ends: IsoDate } | null {
  const [oldest, following] = partitions.filter(({ begins }) => begins !== null);
  if (!oldest || !following?.begins || following.begins > addCalendarDays(today, -cuts[table].keptDays)) return null;
  return { name: oldest.name, ends: following.begins };
}
