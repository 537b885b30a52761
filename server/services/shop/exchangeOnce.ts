import { inTransaction } from '../../db/database.ts';
import { lockShop } from '../../db/queries/lockShop.ts';
import { findShopAccess } from '../../db/queries/shops.ts';
import { isShopName } from '../../domain/store/shopName.ts';
import type { Deps } from '../deps.ts';
import { offlineId } from './shopAccess.ts';

/** The library exchanges tokens anew for access that ends within five minutes. */
const lasting_ms = 6 * 60_000;
/** Whoever waits or exchanges keeps a connection: the others are for the rest of the product. */
const lanes = 2;

/** Runs what may exchange a shop's session token for access; `shop` is the name that a request claims. */
export type ExchangeOnce = <Result>(shop: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets the first requests of a shop make one exchange of tokens between them, in however many processes they come: while
 * there is no access that lasts they run one after another, and those behind the first find its access stored.
 */
export function exchangeOnce({ database, machineClock }: Deps): ExchangeOnce {
  const queue = oneAtATime();

  async function hasAccess(shop: string): Promise<boolean> {
    const session = await findShopAccess(database, offlineId(shop));
    if (!session || session.accessToken === '') return false;
    return session.expires === null || session.expires.getTime() - machineClock().getTime() > lasting_ms;
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

/** Makes a function that runs work under one name one after another, and under different names side by side. */
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
