import { dayOutOfRange, filterDay } from '../basics/filterDay.ts';
import { toDollars } from '../basics/money.ts';
import { filterAmount, filterProblems, type TableFilters } from './filters.ts';

/** The days and amounts of a filter as they are typed. */
export type TypedFilters = Record<'from' | 'to' | 'min' | 'max', string>;
export type TypedFilterProblems = Partial<Record<keyof TypedFilters, string>>;

/** Returns the days and amounts of filters as they would be typed. */
export function typedOf({ from, to, min_cents, max_cents }: TableFilters): TypedFilters {
  const dollars = (amount: TableFilters['min_cents']) => (amount === null ? '' : toDollars(amount));
  return { from: from ?? '', to: to ?? '', min: dollars(min_cents), max: dollars(max_cents) };
}

/** Reads what was typed, with what is wrong with it by field. An empty field is no filter. */
export function readTyped({ from, to, min, max }: TypedFilters): {
  read: Pick<TableFilters, 'from' | 'to' | 'min_cents' | 'max_cents'>;
  problems: TypedFilterProblems;
} {
  const read = { from: filterDay(from), to: filterDay(to), min_cents: filterAmount(min), max_cents: filterAmount(max) };
  const contradictions = filterProblems(read);
  const wrongAmount = 'Enter an amount such as 25.00.';
  return {
    read,
    problems: {
      ...(contradictions.to !== undefined && { to: contradictions.to }),
      ...(contradictions.max_cents !== undefined && { max: contradictions.max_cents }),
      ...(from !== '' && read.from === null && { from: dayOutOfRange }),
      ...(to !== '' && read.to === null && { to: dayOutOfRange }),
      ...(min.trim() !== '' && read.min_cents === null && { min: wrongAmount }),
      ...(max.trim() !== '' && read.max_cents === null && { max: wrongAmount }),
    },
  };
}
