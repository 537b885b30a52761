/** Returns the value below which that share of sorted values lies; NaN when there is none, which meets no limit. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const ascending = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);

/** Returns the median of values in any order; NaN when there is none. */
export const median = (values: readonly number[]): number => percentile(ascending(values), 0.5);
