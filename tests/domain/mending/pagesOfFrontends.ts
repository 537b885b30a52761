import { readFileSync } from 'node:fs';

/** The pages of both frontends, read from where their routes and anchors are written. */

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const frontends = [
  {
    routes: [...read('standalone/dashboard/Dashboard.tsx').matchAll(/ path="\/([^"*]*)"/g)],
    anchors: read('standalone/dashboard/settings/sections.ts') + read('standalone/dashboard/card/BillingAddress.tsx'),
  },
  {
    routes: [...read('app/vite.config.ts').matchAll(/ route\('([^']*)', 'routes\/app\./g)],
    anchors: read('app/settings/BankAccount.tsx') + read('app/settings/OtherStore.tsx') + read('app/card/BillingAddress.tsx'),
  },
].map(({ routes, anchors }) => ({ routes: new Set(routes.map(([, path]) => path)), anchors }));

/** Tells whether both frontends have the page, with the part of it that the address names. */
export function isPage(path: string): boolean {
  const [pathname = '', hash] = path.split('#');
  const isAnchor = (anchors: string) => hash === undefined || new RegExp(`['"]#?${hash}['"]`).test(anchors);
  return frontends.every(({ routes, anchors }) => routes.has(pathname.slice(1)) && isAnchor(anchors));
}
