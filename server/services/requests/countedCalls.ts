import { type CountingStatement, runCountingStatement as runInDatabase } from '../../db/queries/countedCalls.ts';
import type { Deps } from '../deps.ts';

export type { CountingStatement };

/** Runs the rate-limit library's statement for one call. */
export function runCountingStatement({ database }: Pick<Deps, 'database'>, statement: CountingStatement) {
  return runInDatabase(database, statement);
}
