import type { Config } from '../config.ts';
import type { ResolvedPrograms } from '../programs/index.ts';
import type { DemoAccount } from './demo.ts';

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

/** What somebody who has just started the product wants to open. */
export function describeAddresses({ config, programs, sandboxUrl, accounts }: { config: Config; programs: ResolvedPrograms; sandboxUrl: string | undefined; accounts: readonly DemoAccount[] }): string {
  const sites = Object.values(programs).map((program) => [program.name, program.siteUrl] as const);
  const sandbox = sandboxUrl
    ? [
        ['Shopify admin', `${sandboxUrl}/shopify/admin`],
        ['Sandbox', sandboxUrl],
      ] as const
    : [];
  const accountLines = accounts.length > 0 ? ['', 'Demo accounts, in every program', ...table(accounts.map((account) => [account.email, `${account.password}  ${account.meaning}`]))] : [];
  return ['', 'Headway is running', ...table([...sites, ['Embedded app', `${config.publicUrl}/shopify`], ...sandbox]), ...accountLines, ''].join('\n');
}
