import type { ProgramKey } from '../../server/domain/access/programKeys.ts';

const subdomains = { headway: 'headway', boost: 'boost', card: 'card', 'harbor-new': 'harbor', 'meridian-new': 'meridian' } satisfies Record<
  ProgramKey,
  string
>;

/** Where a product listens. */
export interface Ports {
  web: number;
  sandbox: number;
}

/** The ports of the product that all addresses here mean. They lie in the environment, which is what the test processes share. */
export function publishPorts({ web, sandbox }: Ports): void {
  process.env.FACES_PORT = String(web);
  process.env.FACES_SANDBOX_PORT = String(sandbox);
}

function portOf(name: 'FACES_PORT' | 'FACES_SANDBOX_PORT'): string {
  const port = process.env[name];
  if (port === undefined) throw new Error(`${name}: the product was not started for this run`);
  return port;
}

/** The ports that were published. */
export const publishedPorts = (): Ports => ({ web: Number(portOf('FACES_PORT')), sandbox: Number(portOf('FACES_SANDBOX_PORT')) });

/** Where a program's branded site is, without a slash at the end. */
export const siteUrl = (program: ProgramKey = 'headway') => `http://${subdomains[program]}.localhost:${portOf('FACES_PORT')}`;

/** Where a program's hosted sign-in is, without a slash at the end. */
export const authUrl = (program: ProgramKey = 'headway') => `http://auth.${subdomains[program]}.localhost:${portOf('FACES_SANDBOX_PORT')}`;

/** Where the sandbox is, its control page and the store's admin, without a slash at the end. */
export const sandboxUrl = () => `http://localhost:${portOf('FACES_SANDBOX_PORT')}`;
