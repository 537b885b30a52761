import { keptByOneServer, places } from '../../server/db/distribution.ts';

/** Returns whether a rule of the database is known as one that a single server alone keeps. */
export const isKeptByOneServer = (name: string): boolean => keptByOneServer.some((rule) => rule.name === name);

/** Returns the column by which a table is spread over several servers; undefined for one that is not. */
export function spreadBy(table: string): string | undefined {
  const place = places[table];
  return place?.on === 'receiver' || place?.on === 'name' ? place.by : undefined;
}
