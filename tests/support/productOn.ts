import { type Config, readConfig } from '../../server/config.ts';
import { dayMs } from '../../server/domain/basics/dates.ts';
import { createLifecycle, type Lifecycle } from '../../server/start/lifecycle.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { startProduct } from '../../server/start/product.ts';
import { type Answer, ask, type CallOptions, control, pressButton } from './ask.ts';
import type { TestDatabase } from './database.ts';
import { freePort } from './freePort.ts';
import type { MadeBefore } from './madeBefore.ts';

/** A product for one test file alone: its own database and ports, with the sandbox, without frontends. */
export interface TestProduct {
  url: string;
  sandboxUrl: string;
  deps: OpenDeps;
  config: Config;
  madeBefore: MadeBefore;
  /** Advances the product and the sandbox by days together. The providers send their webhooks about those days as always. */
  advanceDays: (days: number) => Promise<void>;
  /** Presses a button of the sandbox's control page; returns its result. */
  press: <Result = unknown>(standIn: string, button: string, fields?: Record<string, unknown>) => Promise<Result>;
  /** Calls the API as one program's page would; `token` is an access token. */
  call: (path: string, options?: CallOptions) => Promise<Answer>;
  stop: () => Promise<void>;
}

export interface ProductOfTest {
  /** The product's time: the test's, which `advanceDays` moves at once, or the sandbox's, which the product follows by itself. */
  time?: 'test' | 'sandbox';
}

/** Starts a whole product on a database, which is dropped when it stops. `environment` adds to or replaces settings. */
export async function productOn(
  { url: databaseUrl, stop: dropDatabase }: Pick<TestDatabase, 'url' | 'stop'>,
  environment: Record<string, string> = {},
  { time = 'test' }: ProductOfTest = {},
  madeBefore: MadeBefore = { walked: [], cardholders: [] },
): Promise<TestProduct> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    ...environment,
  });
  const lifecycle = createLifecycle();
  let aheadMs = 0;
  const product = await startProduct(config, lifecycle, { frontends: 'none', ...(time === 'test' && { clock: () => new Date(Date.now() + aheadMs) }) });
  /** Empty once it has stopped: the files of a run share a process, where what a file's variables refer to would stay in memory to the end. */
  let running: { deps: OpenDeps; lifecycle: Lifecycle } | undefined = { deps: product.deps, lifecycle };
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  return {
    url,
    sandboxUrl,
    async advanceDays(days) {
      for (let day = 0; day < days; day += 1) {
        aheadMs += dayMs;
        await control(sandboxUrl, 'clock/advance', { days: 1 });
      }
    },
    press: (standIn, button, fields = {}) => pressButton(sandboxUrl, `${standIn}/${button}`, fields),
    get deps() {
      if (!running) throw new Error('the product of this test has stopped');
      return running.deps;
    },
    config,
    madeBefore,
    call: (path, options = {}) => ask(`${url}${path}`, options),
    stop: async () => {
      const stopping = running?.lifecycle;
      running = undefined;
      await stopping?.stop();
      await dropDatabase();
    },
  };
}
