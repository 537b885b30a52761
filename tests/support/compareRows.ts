import type { Sort, Tab } from '../../server/domain/table.ts';

/**
 * Returns the order of the table's rows by its rules, to hold the database's against. Rows that are equal in the sorted
 * column stand newest first and then by id, so that pages never overlap.
 */
export function compareRows<Row extends { id: string; created_at: Date }>(tab: Tab<Row>, sort: Sort): (one: Row, other: Row) => number {
  const column = tab.columns.find(({ key }) => key === sort.column);
  const sign = sort.direction === 'asc' ? 1 : -1;
  return (one, other) => {
    const byColumn = column === undefined ? 0 : sign * compareValues(column.sortValue(one), column.sortValue(other));
    return byColumn || other.created_at.getTime() - one.created_at.getTime() || compareValues(one.id, other.id);
  };
}

function compareValues(one: number | string, other: number | string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
