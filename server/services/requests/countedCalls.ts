import { type CountingStatement, runCountingStatement } from '../../db/queries/countedCalls.ts';
import type { Deps } from '../deps.ts';

export type { CountingStatement };

/** Runs the one statement of a counted call. */
export function countCallInDatabase({ database }: Pick<Deps, 'database'>, statement: CountingStatement) {
  return runCountingStatement(database, statement);
}
