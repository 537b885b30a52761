import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { connectionTo } from '../db/primary.ts';
import { hostedDesigns } from './hostedDesigns.ts';
import { type Lifecycle, StartRefused } from './lifecycle.ts';
import { portRefusal } from './listen.ts';

/** Loads the sandbox only where it runs: an installation for production has neither the sandbox nor its packages. */
async function loadSandbox() {
  try {
    return await import('../sandbox/index.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartRefused(`SANDBOX: this installation holds no sandbox (${(error as Error).message})`);
  }
}

/** Warns when others than this machine's users may reach the stand-ins. */
function warnOfExposure({ environment, sandbox: { host, port, password } }: Config, log: Logger): void {
  if (environment !== 'production' && host === '127.0.0.1') return;
  const guard = password === undefined ? 'WITHOUT A PASSWORD' : 'behind a password';
  log.warn({ host, port }, `THE SANDBOX PLAYS EVERY THIRD PARTY OF THIS PRODUCT, ${guard}: no money, bank or card in it is real`);
}

/** Starts the stand-ins when some provider is the sandbox. Resolves to the address of their control page. */
export async function openSandbox(config: Config, databaseUrl: string, lifecycle: Lifecycle, log: Logger): Promise<string | undefined> {
  if (!config.sandbox.playsAny) return undefined;
  if (config.environment === 'production' && !config.sandbox.allowedInProduction) {
    if (config.role === 'sandbox') throw new StartRefused('SANDBOX: the sandbox does not run in production unless SANDBOX=1 says so');
    return undefined;
  }
  const { startSandbox } = await loadSandbox();
  try {
    const sandbox = await startSandbox({
      database: connectionTo(databaseUrl),
      config,
      hostedDesigns: hostedDesigns(),
      productUrl: `http://127.0.0.1:${config.port}`,
      log,
    });
    lifecycle.started('sandbox', sandbox.stop);
    warnOfExposure(config, log);
    return `http://localhost:${config.sandbox.port}`;
  } catch (error) {
    const refused = error as NodeJS.ErrnoException & { port?: number };
    const { port, smtpPort } = config.sandbox;
    throw refused.port === smtpPort ? portRefusal(refused, smtpPort, 'SANDBOX_SMTP_PORT') : portRefusal(refused, port, 'SANDBOX_PORT');
  }
}
