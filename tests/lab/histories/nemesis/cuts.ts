import type { Chance } from '../../../support/chance.ts';
import { type CuttingProxy, cuts as cutKinds } from '../../../support/cuttingProxy.ts';
import type { DisturbedProduct } from '../product.ts';
import type { Disturbance } from './disturbance.ts';

type Ways = Readonly<Record<string, (proxies: DisturbedProduct['proxies'], chance: Chance) => CuttingProxy>>;

/** The ways whose connections are cut. */
const ways: Ways = {
  clients: ({ clients }, chance) => chance.pick(clients as [CuttingProxy, ...CuttingProxy[]]),
  database: ({ database }) => database,
  sandbox: ({ sandbox }) => sandbox,
};

/** Cuts connections, lets nothing through, or loses every answer. */
export const cuts: readonly Disturbance[] = Object.entries(ways).flatMap(([way, proxyOf]) =>
  cutKinds.map((how) => ({
    name: `${way} ${how}`,
    async begin({ proxies }: DisturbedProduct, chance: Chance) {
      const proxy = proxyOf(proxies, chance);
      proxy.disturb(how);
      return () => proxy.mend();
    },
  })),
);
