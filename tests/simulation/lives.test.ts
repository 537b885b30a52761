import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { ChangeFeed } from '../../server/db/changeFeed.ts';
import { openDecisionConnections } from '../../server/db/queries/purchaseDecision.ts';
import { createSecrets } from '../../server/db/secrets.ts';
import { bankHolidays, usHolidays } from '../../server/holidays.ts';
import { createLog } from '../../server/log.ts';
import { programByHost, resolvePrograms } from '../../server/programs/index.ts';
import { type Caller, callerOf } from '../../server/services/access/caller.ts';
import { EventStreams } from '../../server/services/events/eventStreams.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { openProviders } from '../../server/start/providers.ts';
import { testDatabase } from '../support/database.ts';
import { liveThrough } from './life.ts';
import type { QuotaEffects } from './quotas.ts';

/** An environment in which lives run one after the other. */
interface Lane {
  deps: OpenDeps;
  staff: Caller;
  stop: () => Promise<void>;
}

/** Opens all that the product's use cases and jobs need, except the two providers, which each life has of its own. */
async function openLane(): Promise<Lane> {
  const stored = await testDatabase();
  const decisions = openDecisionConnections(stored.url, stored.database, 2);
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' });
  const programs = resolvePrograms(config);
  const metrics = new Registry();
  const clock = () => new Date();
  const providers = openProviders(config, metrics, clock, stored.database);
  const changeFeed = new ChangeFeed({ databaseUrl: stored.url, log: createLog(config.logLevel) });
  const nowhere = () => Promise.reject(new Error('a job has come past the simulation'));
  const id = randomUUID();
  const admin = await stored.database.receiver.create({ data: { id, token: id, email: 'staff@example.com', whitelabel: 'headway', admin: true } });
  return {
    deps: {
      config,
      clock,
      machineClock: clock,
      log: createLog(config.logLevel),
      metrics,
      changeFeed,
      events: new EventStreams(changeFeed, metrics),
      database: stored.database,
      beginReading: async () => stored.database,
      decisions,
      secrets: createSecrets(config.encryptionKeys),
      queue: {
        send: nowhere,
        sendMany: nowhere,
        backlog: nowhere,
        names: nowhere,
        failed: nowhere,
        tryAgain: nowhere,
        work: nowhere,
        schedule: nowhere,
        runSchedules: nowhere,
        stop: nowhere,
      },
      providers,
      files: { make: nowhere, refuseWaiting: nowhere, startFirst: nowhere },
      programs,
      programOfHost: (host) => programByHost(host, programs),
      isHoliday: usHolidays(),
      isBankHoliday: bankHolidays(),
    },
    staff: callerOf(admin),
    stop: async () => {
      await providers.analytics.close();
      await decisions.close();
      await stored.stop();
    },
  };
}

/** The histories to live: `SEEDS=10000` of them, from `FROM=17` on. */
const from = Number(process.env.FROM ?? 1);
const count = Number(process.env.SEEDS ?? 1);

let lanes: Lane[];
beforeAll(async () => {
  lanes = await Promise.all([openLane(), openLane()]);
});
afterAll(() => Promise.all(lanes.map((lane) => lane.stop())));

/** Tells a history in order, which the model accompanies, and in a storm, which must end with the same books. Returns what the quotas did in the storm. */
async function tell({ deps, staff }: Lane, seed: number): Promise<QuotaEffects | undefined> {
  const told = (storm: string | null) =>
    liveThrough({ deps, staff, story: String(seed), storm }).catch((failure: Error) => {
      failure.message = `seed ${seed}, ${storm === null ? 'in order' : 'in a storm'}: ${failure.message}`;
      throw failure;
    });
  const inOrder = await told(null);
  const inStorm = await told(String(seed));
  expect(inStorm.books, `seed ${seed}`).toEqual(inOrder.books);
  return inStorm.effects;
}

function add(sums: QuotaEffects, more: QuotaEffects | undefined): void {
  for (const kind of ['refused', 'waited', 'givenUp'] as const) sums[kind] += more?.[kind] ?? 0;
}

const batch = 20;
const batches = Array.from({ length: Math.ceil(count / batch) }, (_, place) => ({
  first: from + place * batch,
  last: Math.min(from + (place + 1) * batch, from + count) - 1,
}));

describe('a history of purchases, repayments and decisions', () => {
  it.each(batches)(
    'told twice, out of order, cut off at every turn and short of calls to the providers, ends with the same books as told in order (seeds $first to $last)',
    { timeout: 900_000 },
    async ({ first, last }) => {
      const waiting = Array.from({ length: last - first + 1 }, (_, place) => first + place);
      const effects: QuotaEffects = { refused: 0, waited: 0, givenUp: 0 };
      const ends = await Promise.allSettled(
        lanes.map(async (lane) => {
          for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) add(effects, await tell(lane, next));
        }),
      );
      // A lane of the next batch would meet a life that goes on.
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      expect(Math.min(effects.refused, effects.waited, effects.givenUp), `the quotas: ${JSON.stringify(effects)}`).toBeGreaterThan(0);
    },
  );
});
