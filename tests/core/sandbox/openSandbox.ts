import { type Config, readConfig } from '../../../server/config.ts';
import { startSandbox } from '../../../server/sandbox/index.ts';
import { hostedDesigns } from '../../../server/start/hostedDesigns.ts';
import { emptyDatabase } from '../../support/database.ts';
import { freePort } from '../../support/freePort.ts';

export interface OpenSandbox {
  url: string;
  config: Config;
  /** Presses a button of the control page. */
  press(standIn: string, button: string, fields?: Record<string, unknown>): Promise<{ status: number; body: { message?: string; result?: unknown } }>;
  /** Stops and starts it again on the same database and ports. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const quiet = { debug() {}, info() {}, warn() {}, error: console.error };

/** The whole sandbox on free ports and a database of its own. `productUrl` is where its webhooks go, `environment` adds settings. */
export async function openSandbox(productUrl = 'http://127.0.0.1:9', environment: Record<string, string> = {}): Promise<OpenSandbox> {
  const { url: connectionString, stop: dropDatabase } = await emptyDatabase();
  const config = readConfig({ NODE_ENV: 'test', SANDBOX_PORT: String(await freePort()), SANDBOX_SMTP_PORT: String(await freePort()), ...environment });
  const start = () => startSandbox({ database: { connectionString }, config, hostedDesigns: hostedDesigns(), productUrl, log: quiet });
  let running = await start();
  return {
    url: running.url,
    config,
    async press(standIn, button, fields = {}) {
      const answer = await fetch(`${running.url}/control/${standIn}/${button}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fields),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async restart() {
      await running.stop();
      running = await start();
    },
    async stop() {
      await running.stop();
      await dropDatabase();
    },
  };
}
