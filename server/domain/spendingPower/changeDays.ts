/** The changes of one day. */
interface ChangeDay<Change> {
  readonly date: string;
  readonly changes: readonly Change[];
}

/** Returns dated changes by day, in the order in which the days come, so that a page says each day once. */
export function changeDays<Change extends { readonly date: string }>(changes: readonly Change[]): readonly ChangeDay<Change>[] {
  return [...Map.groupBy(changes, ({ date }) => date)].map(([date, ofDay]) => ({ date, changes: ofDay }));
}
