import { inTransaction } from '../../../db/database.ts';
import { lockShop } from '../../../db/queries/lockShop.ts';
import { findShopAccess } from '../../../db/queries/shops.ts';
import { isShopName } from '../../../domain/store/shopName.ts';
import type { Deps } from '../../deps.ts';
import { offlineId } from './shopAccess.ts';

/** How long access must still last, in milliseconds. The library exchanges tokens again for access that ends within five minutes. */
const lastingMs = 6 * 60_000;
/** The most exchanges at once in a process. Each waiting or running one holds a database connection; the rest of the product needs the others. */
const lanes = 2;

/** Runs work that may exchange a shop's session token for access; `shop` is the name that a request claims. */
export type ExchangeOnce = <Result>(shop: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a shop's first requests share one token exchange, even across processes: while there is no lasting access they
 * run one after another, and those behind the first find its access stored.
 */
export function exchangeOnce({ database, machineClock }: Deps): ExchangeOnce {
  const queue = oneAtATime();

  async function hasAccess(shop: string): Promise<boolean> {
    const session = await findShopAccess(database, offlineId(shop));
    if (!session || session.accessToken === '') return false;
    return session.expires === null || session.expires.getTime() - machineClock().getTime() > lastingMs;
  }

  return async (shop, work) => {
    if (!isShopName(shop) || (await hasAccess(shop))) return work();
    return queue(laneOf(shop), () =>
      inTransaction(database, async (transaction) => {
        await lockShop(transaction, shop);
        return work();
      }),
    );
  };
}

const laneOf = (shop: string) => [...shop].reduce((sum, character) => sum + character.charCodeAt(0), 0) % lanes;

/** Returns a function that runs work of the same name one after another, and work of different names in parallel. */
function oneAtATime() {
  const last = new Map<number, Promise<unknown>>();
  return async <Result>(name: number, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
