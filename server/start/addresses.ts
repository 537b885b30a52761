import { demoAccounts, demoPassword } from './demo/accounts.ts';
import type { Product } from './product.ts';

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

/** Returns the addresses and demo accounts to print after a start. */
export function describeAddresses({ deps, sandboxUrl }: Product): string {
  const sites = Object.values(deps.programs).map((program) => [program.name, program.siteUrl] as const);
  const sandbox =
    sandboxUrl === undefined
      ? []
      : ([
          ['Store admin', `${sandboxUrl}/shopify/admin`],
          ['Sandbox', sandboxUrl],
        ] as const);
  const accounts =
    sandboxUrl === undefined
      ? []
      : ['', 'Demo accounts, the same in every program', ...table(demoAccounts.map(({ email, meaning }) => [`${email} / ${demoPassword}`, meaning] as const))];
  return ['', 'Headway is running', ...table([...sites, ['Embedded app', `${deps.config.publicUrl}/shopify`], ...sandbox]), ...accounts, ''].join('\n');
}
