import { filterDay } from '../basics/filterDay.ts';
import { isMonth, type Month } from '../basics/periods.ts';
import { type SpendingGrouping, spendingGroupings } from './spendingGroups.ts';

/** The month and the grouping that a page of spending shows. */
export interface SpendingChoice {
  readonly month: Month;
  readonly by: SpendingGrouping;
}

/** Reads the choice from an address. A month that cannot be read or lies ahead of the latest one counts as absent, as does an unknown grouping. */
export function readSpendingChoice(query: URLSearchParams, latest: Month): SpendingChoice {
  const month = query.get('month') ?? '';
  return {
    month: isMonth(month) && month <= latest && filterDay(`${month}-01`) !== null ? month : latest,
    by: spendingGroupings.find((grouping) => grouping === query.get('by')) ?? 'category',
  };
}
