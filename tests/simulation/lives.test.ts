import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createSecrets } from '../../server/db/secrets.ts';
import { bankHolidays, usHolidays } from '../../server/holidays.ts';
import { createLog } from '../../server/log.ts';
import { programByHost, resolvePrograms } from '../../server/programs/index.ts';
import { type Caller, callerOf } from '../../server/services/access/caller.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { openProviders } from '../../server/start/providers.ts';
import { testDatabase } from '../support/database.ts';
import { liveThrough } from './life.ts';

/** An environment in which lives run one after the other. */
interface Lane {
  deps: OpenDeps;
  staff: Caller;
  stop: () => Promise<void>;
}

/** Opens all that the product's use cases and jobs need, except the two providers, which each life has of its own. */
async function openLane(): Promise<Lane> {
  const stored = await testDatabase();
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' });
  const programs = resolvePrograms(config);
  const metrics = new Registry();
  const clock = () => new Date();
  const providers = openProviders(config, metrics, clock);
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
      database: stored.database,
      secrets: createSecrets(config.encryptionKeys),
      queue: { send: nowhere, work: nowhere, schedule: nowhere, runSchedules: nowhere, stop: nowhere },
      providers,
      files: { make: nowhere, refuseWaiting: nowhere },
      programs,
      programOfHost: (host) => programByHost(host, programs),
      isHoliday: usHolidays(),
      isBankHoliday: bankHolidays(),
    },
    staff: callerOf(admin),
    stop: async () => {
      await providers.analytics.close();
      await stored.stop();
    },
  };
}

/** The seeds to run: `SEED=17` repeats one, `SEEDS=10000` runs that many. */
const seeds = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: Number(process.env.SEEDS ?? 200) }, (_, place) => place + 1);

/** Number of storms per story; each story also runs once in order. */
const stormsOfStory = 8;
const stories = Map.groupBy(seeds, (seed) => Math.ceil(seed / stormsOfStory));

let lanes: Lane[];
beforeAll(async () => {
  lanes = await Promise.all([openLane(), openLane()]);
});
afterAll(() => Promise.all(lanes.map((lane) => lane.stop())));

async function tell({ deps, staff }: Lane, story: number, storms: readonly number[]): Promise<void> {
  const told = (storm: number | null) =>
    liveThrough({ deps, staff, story: String(story), storm: storm === null ? null : String(storm) }).catch((failure: Error) => {
      failure.message = `SEED=${storm ?? storms[0]}${storm === null ? ', in order' : ''}: ${failure.message}`;
      throw failure;
    });
  const inOrder = await told(null);
  for (const storm of storms) expect(await told(storm), `SEED=${storm}`).toEqual(inOrder);
}

const batch = 5;
const batches = Array.from({ length: Math.ceil(stories.size / batch) }, (_, place) => [...stories].slice(place * batch, (place + 1) * batch));

describe('a history of purchases, repayments and decisions', () => {
  it.each(batches.map((some) => ({ some, first: some.at(0)?.[1].at(0), last: some.at(-1)?.[1].at(-1) })))(
    'told twice, out of order and cut off at every turn, ends with the same books as told in order (seeds $first to $last)',
    { timeout: 600_000 },
    async ({ some }) => {
      const waiting = [...some];
      await Promise.all(
        lanes.map(async (lane) => {
          for (let next = waiting.shift(); next; next = waiting.shift()) await tell(lane, ...next);
        }),
      );
    },
  );
});
