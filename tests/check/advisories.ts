/*
 * Advisories about packages that we have, or had, as published up to November 25, 2026. The list is what a person has read, and not
 * all that there is: run `npm audit` wherever a registry answers it, and add what it finds here.
 */

export interface Advisory {
  package: string;
  id: string;
  /** The versions concerned: comparisons that all hold, such as `>=3.0.0 <3.0.6`; several of these separated by ` || `. */
  versions: string;
  /** Why a concerned version may stay. It then may not be in production. */
  accepted?: string;
}

const prismaCommands = 'The commands of Prisma pin it for databases that we do not have. Production goes without them.';
const remixBuild = 'The build of the Shopify app names it; it handles nothing but our own files.';
const esbuildOfBuilds = 'Builds use it for our own files, and neither its development server nor Deno.';

export const advisories: readonly Advisory[] = [
  { package: '@remix-run/node', id: 'GHSA-9583-h5hc-x8cw', versions: '<2.17.2' },
  { package: '@remix-run/react', id: 'GHSA-8v8x-cx79-35w7', versions: '<2.17.4' },
  { package: '@remix-run/router', id: 'GHSA-2w69-qvjg-hvjx', versions: '<1.23.2' },
  { package: '@remix-run/server-runtime', id: 'GHSA-84g9-w2xq-vcv6', versions: '<2.17.5' },
  { package: 'deepmerge-ts', id: 'GHSA-ggr8-5vv4-36mx', versions: '<8.0.0', accepted: prismaCommands },
  { package: 'dompurify', id: 'GHSA-55q2-fjhq-7xh7', versions: '<3.4.13' },
  { package: 'esbuild', id: 'GHSA-67mh-4wv8-2f99', versions: '<0.25.0', accepted: esbuildOfBuilds },
  { package: 'esbuild', id: 'GHSA-gv7w-rqvm-qjhr', versions: '>=0.17.0 <0.28.1', accepted: esbuildOfBuilds },
  { package: 'estree-util-value-to-estree', id: 'GHSA-f7f6-9jq7-3rqj', versions: '<3.3.3', accepted: remixBuild },
  { package: 'fast-uri', id: 'GHSA-f65p-4m7j-42xc', versions: '>=3.0.0 <3.1.6' },
  { package: 'follow-redirects', id: 'GHSA-r4q5-vmmm-2653', versions: '<1.16.0' },
  { package: 'form-data', id: 'GHSA-hmw2-7cc7-3qxx', versions: '>=4.0.0 <4.0.6' },
  { package: 'http-proxy-middleware', id: 'GHSA-64mm-vxmg-q3vj', versions: '>=0.16.0 <2.0.10 || >=3.0.0 <3.0.6' },
  { package: 'http-proxy-middleware', id: 'GHSA-gcq2-9pq2-cxqm', versions: '>=3.0.0 <3.0.7' },
  { package: 'jws', id: 'GHSA-869p-cjfg-cm3x', versions: '<3.2.3 || >=4.0.0 <4.0.1' },
  { package: 'mysql2', id: 'GHSA-3f6p-5ww8-9rcr', versions: '<3.22.0', accepted: prismaCommands },
  { package: 'mysql2', id: 'GHSA-rgwj-5xj2-c3m3', versions: '<3.23.1', accepted: prismaCommands },
  { package: 'nodemailer', id: 'GHSA-2x7j-588g-ccc2', versions: '<9.1.0' },
  { package: 'path-to-regexp', id: 'GHSA-37ch-88jc-xwx2', versions: '<0.1.13' },
  { package: 'posthog-js', id: 'stolen release of 2025-11-24', versions: '>=1.297.3 <1.297.4' },
  { package: 'posthog-node', id: 'stolen releases of 2025-11-24', versions: '>=4.18.1 <4.18.2 || >=5.11.3 <5.11.4 || >=5.13.3 <5.13.4' },
  { package: 'qs', id: 'GHSA-4mjr-xmp4-gh2g', versions: '>=2.2.5 <6.16.0' },
  { package: 'tar', id: 'GHSA-23hp-3jrh-7fpw', versions: '<7.5.19', accepted: remixBuild },
  { package: 'tar', id: 'GHSA-34x7-hfp2-rc4v', versions: '<7.5.7', accepted: remixBuild },
  { package: 'valibot', id: 'GHSA-vqpr-j7v3-hqw9', versions: '>=0.31.0 <1.2.0' },
];

interface Locked {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  integrity?: string;
  link?: boolean;
}

/** Packages of a lock file by their path; `''` is the project itself. */
type LockedPackages = Readonly<Record<string, Locked>>;

const numbersOf = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number);

function compare(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  const at = first.findIndex((number, place) => number !== second[place]);
  return at < 0 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
}

/** Returns whether a version is among those of an advisory. Throws for comparisons that it cannot read. */
export function isAmong(version: string, versions: string): boolean {
  return versions.split(' || ').some((alternative) =>
    alternative.split(' ').every((comparison) => {
      const [, sign, limit = ''] = /^(>=|<)(\d+\.\d+\.\d+)$/.exec(comparison) ?? [];
      if (sign === undefined) throw new Error(`${comparison} is no comparison of versions`);
      return sign === '<' ? compare(version, limit) < 0 : compare(version, limit) >= 0;
    }),
  );
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isInProduction = ({ dev, devOptional, optional }: Locked) => !dev && !devOptional && !optional;

/** Returns what is wrong with the packages of a lock file, by a list of advisories: a line each. */
export function problemsOfLock(locked: LockedPackages, list: readonly Advisory[]): string[] {
  const packages = Object.entries(locked).filter(([path, { link }]) => path !== '' && !link);
  const concerned = (advisory: Advisory) =>
    packages.filter(([path, { version }]) => nameOf(path) === advisory.package && version !== undefined && isAmong(version, advisory.versions));
  return [
    ...packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => `${path} has no checksum`),
    ...list.flatMap((advisory) => {
      const found = concerned(advisory);
      const open = advisory.accepted === undefined ? found : found.filter(([, entry]) => isInProduction(entry));
      const isOver = advisory.accepted !== undefined && found.length === 0;
      return [
        ...open.map(([path, { version }]) => `${path} ${version} is concerned by ${advisory.id}`),
        ...(isOver ? [`${advisory.package} is not concerned by ${advisory.id} any more: take “accepted” away`] : []),
      ];
    }),
  ];
}
