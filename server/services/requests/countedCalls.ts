import { type CountingStatement, runCountingStatement } from '../../db/queries/countedCalls.ts';
import type { Deps } from '../deps.ts';

/** Returns the settings with which the rate-limit library counts calls in the database, shared by all processes. */
export const countedInDatabase = ({ database }: Pick<Deps, 'database'>) =>
  ({
    storeClient: { query: (statement: CountingStatement) => runCountingStatement(database, statement) },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
  }) as const;
