import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inTestTime } from './clock.ts';
import { eventually } from './eventually.ts';
import type { TestProduct } from './product.ts';

export interface DecisionProcess {
  url: string;
  /** Asks it to stop and returns its exit code. */
  stop: () => Promise<number | null>;
}

/** Starts the process that only decides purchases, beside a product and on its database. */
export async function startDecisionProcess({ config }: TestProduct, port: number): Promise<DecisionProcess> {
  const child: ChildProcess = spawn(process.execPath, [...inTestTime, 'server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      ROLE: 'decide',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: config.databaseUrl ?? '',
      PORT: String(port),
      SANDBOX_PORT: String(config.sandbox.port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://127.0.0.1:${port}`;
  await eventually('the process that decides is ready', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
