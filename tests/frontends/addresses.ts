import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { programsByKey } from '../../server/programs/all.ts';

/** The ports that a product listens on. */
export interface Ports {
  web: number;
  sandbox: number;
}

/** Publishes the ports of the product that all addresses here refer to, in the environment, which the test processes share. */
export function publishPorts({ web, sandbox }: Ports): void {
  process.env.FRONTENDS_PORT = String(web);
  process.env.FRONTENDS_SANDBOX_PORT = String(sandbox);
}

function portOf(name: 'FRONTENDS_PORT' | 'FRONTENDS_SANDBOX_PORT'): string {
  const port = process.env[name];
  if (port === undefined) throw new Error(`${name}: the product was not started for this run`);
  return port;
}

/** Returns the published ports. */
export const publishedPorts = (): Ports => ({ web: Number(portOf('FRONTENDS_PORT')), sandbox: Number(portOf('FRONTENDS_SANDBOX_PORT')) });

/** Returns the address of a program's branded site, without a slash at the end. */
export const siteUrl = (program: ProgramKey = 'headway') => `http://${programsByKey[program].hosts[0]}:${portOf('FRONTENDS_PORT')}`;

/** Returns the address of a program's hosted sign-in, without a slash at the end. */
export const authUrl = (program: ProgramKey = 'headway') => `http://auth.${programsByKey[program].hosts[0]}:${portOf('FRONTENDS_SANDBOX_PORT')}`;

/** Returns the address of the sandbox, with its control page and the store's admin, without a slash at the end. */
export const sandboxUrl = () => `http://localhost:${portOf('FRONTENDS_SANDBOX_PORT')}`;
