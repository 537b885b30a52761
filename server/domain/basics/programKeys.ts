/** The keys by which records, tests and the `whitelabel` field name a program. */
export const programKeys = ['headway', 'boost', 'card', 'harbor-new', 'meridian-new'] as const;
export type ProgramKey = (typeof programKeys)[number];

/** Returns a value for each program, by its key. */
export function forEachProgram<Value>(make: (key: ProgramKey) => Value): Readonly<Record<ProgramKey, Value>> {
  // The object has every key of the list, but the compiler cannot infer that.
  return Object.fromEntries(programKeys.map((key) => [key, make(key)])) as Record<ProgramKey, Value>;
}
