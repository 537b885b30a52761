import type { Config, ProgramSettingName } from '../../config.ts';
import { type Look, looks } from './looks.ts';

/** One program's project at the authentication provider: its own host, users, keys and looks. */
export interface Tenant {
  program: ProgramSettingName;
  /** Origin of the hosted pages and issuer of the access tokens; no slash at the end. */
  authUrl: string;
  authHost: string;
  /** Where somebody goes who signed in without having come from a page. */
  siteUrl: string;
  /** The program's own addresses: its pages alone may use its sessions. */
  siteUrls: readonly string[];
  apiKey: string;
  look: Look;
}

type Addresses = Pick<Config, 'publicUrl' | 'hosts' | 'propelauth'>;

const localHost = (program: ProgramSettingName) => `${program.toLowerCase()}.localhost`;

export function readTenants(config: Addresses): Tenant[] {
  return (Object.keys(looks) as ProgramSettingName[]).flatMap((program) => {
    const authUrl = config.propelauth.authUrls[program];
    if (authUrl === undefined) return [];
    const { origin, hostname } = new URL(authUrl);
    const siteUrls = sitesOf(program, config);
    return [
      {
        program,
        authUrl: origin,
        authHost: hostname,
        siteUrl: siteUrls[0],
        siteUrls,
        apiKey: config.propelauth.apiKeys[program],
        look: looks[program],
      },
    ];
  });
}

/** The default program lives at the public address itself, the others beside it: same scheme and port, their own hosts. */
function sitesOf(program: ProgramSettingName, { publicUrl, hosts }: Addresses): [string, ...string[]] {
  const site = (host: string) => {
    const url = new URL(publicUrl);
    url.hostname = host;
    return url.origin;
  };
  const [first, ...rest] = [...hosts[program], localHost(program)].map(site);
  const own = first ?? site(localHost(program));
  return program === 'HEADWAY' ? [new URL(publicUrl).origin, own, ...rest] : [own, ...rest];
}

/** The project of a request: by its Host, or by the header with which servers name it when they come by another address. */
export function tenantOf(
  tenants: readonly Tenant[],
  headers: { host?: string | undefined; 'x-propelauth-url'?: string | string[] | undefined },
): Tenant | undefined {
  const named = headers['x-propelauth-url'];
  const host = (typeof named === 'string' ? named : (headers.host ?? '')).toLowerCase().replace(/:\d+$/, '');
  return tenants.find((tenant) => tenant.authHost === host);
}

/** Whether pages of this origin may use the project's sessions: the program's own sites, locally on whatever port. */
export function isOwnOrigin(tenant: Tenant, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && (tenant.siteUrls.includes(origin) || url.hostname === localHost(tenant.program));
}

/** Reads `rt` (base64 of an address). Anything that is not a page of the program, or of its own hosted pages, gives undefined. */
export function redirectTarget(tenant: Tenant, rt: string | undefined): string | undefined {
  return rt === undefined || rt === '' ? undefined : ownPage(tenant, Buffer.from(rt, 'base64').toString('latin1'));
}

/** The address when it is a page of the program, or of its own hosted pages; undefined otherwise. */
export function ownPage(tenant: Tenant, address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const own =
    /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && (url.origin === tenant.authUrl || isOwnOrigin(tenant, url.origin));
  return own ? url.href : undefined;
}
