import { shopifySessionStorage } from '../../db/shopifySessions.ts';
import type { Deps } from '../deps.ts';

/** Where sessions of the shop platform's library are kept, their tokens encrypted. */
export const shopSessions = (deps: Pick<Deps, 'database' | 'secrets'>) => shopifySessionStorage(deps);
export type ShopSessions = ReturnType<typeof shopSessions>;
