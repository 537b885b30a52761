/**
 * Does the work for each item, one after the other, also after it failed for another one: no party of a day keeps the others from
 * living it. Throws what failed once all are done.
 */
export async function eachAlone<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map((failure) => (failure instanceof Error ? failure.message : failure)).join('; '));
}
