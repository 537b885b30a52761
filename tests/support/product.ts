import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { type Config, readConfig } from '../../server/config.ts';
import { dayInMs } from '../../server/domain/dates.ts';
import type { Deps } from '../../server/services/deps.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { startProduct } from '../../server/start/product.ts';
import { testDatabase } from './database.ts';
import { freePort } from './freePort.ts';

/** A product of its own for one test file: own database, own ports, the sandbox beside it, no faces. */
export interface TestProduct {
  url: string;
  sandboxUrl: string;
  deps: Deps;
  config: Config;
  /** Lets days pass for the product and for the sandbox together. What happened at the providers meanwhile is told as always. */
  advanceDays: (days: number) => Promise<void>;
  /** Presses a button of the sandbox's control page; answers what came of it. */
  press: <Result = unknown>(standIn: string, button: string, fields?: Record<string, unknown>) => Promise<Result>;
  /** Calls the API as one program's page would; `token` is an access token. */
  call: (path: string, options?: CallOptions) => Promise<Answer>;
  stop: () => Promise<void>;
}

export interface CallOptions {
  method?: string;
  host?: string;
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Address on this machine that the call comes from; another one each time, so that limits by address hold at their real values. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** As JSON.parse gives it: tests look into answers of every shape. Undefined when the answer was no JSON. */
  body: ReturnType<typeof JSON.parse>;
}

/** All of 127.0.0.0/8 is this machine. */
const anyAddress = () => `127.${[randomInt(1, 255), randomInt(0, 255), randomInt(1, 255)].join('.')}`;

/** Asks with a Host header of one's own, which fetch does not allow. */
async function ask(
  url: string,
  { method = 'GET', host = 'headway.localhost', token, body, headers = {}, address = anyAddress() }: CallOptions,
): Promise<Answer> {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        localAddress: address,
        headers: {
          host,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /json/.test(incoming.headers['content-type'] ?? '');
          const answered = new Headers(
            Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])) as [string, string][],
          );
          resolve({ status: incoming.statusCode ?? 0, headers: answered, text, body: isJson && text !== '' ? JSON.parse(text) : undefined });
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(sent);
  });
}

/** Moves a lever of the sandbox. */
export async function control<Answered>(sandboxUrl: string, lever: string, fields: object): Promise<Answered> {
  const answer = await fetch(`${sandboxUrl}/control/${lever}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`${lever} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answered;
}

/** Starts a whole product for tests. `environment` adds to or replaces settings. */
export async function testProduct(environment: Record<string, string> = {}): Promise<TestProduct> {
  const { url: databaseUrl, stop: dropDatabase } = await testDatabase();
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
  let ahead_ms = 0;
  const { deps } = await startProduct(config, lifecycle, { faces: 'none', clock: () => new Date(Date.now() + ahead_ms) });
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  return {
    url,
    sandboxUrl,
    async advanceDays(days) {
      for (let day = 0; day < days; day += 1) {
        ahead_ms += dayInMs;
        await control(sandboxUrl, 'clock/advance', { days: 1 });
      }
    },
    press: async (standIn, button, fields = {}) => (await control<{ result: never }>(sandboxUrl, `${standIn}/${button}`, fields)).result,
    deps,
    config,
    call: (path, options = {}) => ask(`${url}${path}`, options),
    stop: async () => {
      await lifecycle.stop();
      await dropDatabase();
    },
  };
}
