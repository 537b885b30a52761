import type { Config, ProgramSettingName } from '../../config.ts';
import type { HostedDesign, HostedDesigns } from './hostedDesign.ts';

/** One program's project at the authentication provider: its own host, users, keys and design. */
export interface Tenant {
  program: ProgramSettingName;
  /** Origin of the hosted pages and issuer of the access tokens, without a slash at the end. */
  authUrl: string;
  authHost: string;
  /** The page to which a user goes after signing in when they did not come from one. */
  siteUrl: string;
  /** The program's own origins: only their pages may use its sessions. */
  siteUrls: readonly string[];
  apiKey: string;
  design: HostedDesign;
}

type Addresses = Pick<Config, 'publicUrl' | 'hosts' | 'propelauth'>;

const localHost = (program: ProgramSettingName) => `${program.toLowerCase()}.localhost`;

/** Returns the projects of the programs that have a hosted sign-in. */
export function readTenants(config: Addresses, designs: HostedDesigns): Tenant[] {
  return (Object.keys(designs) as ProgramSettingName[]).flatMap((program) => {
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
        design: designs[program],
      },
    ];
  });
}

/** Returns a program's origins. The default program uses the public address itself; the others have their own hosts with the same scheme and port. */
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

/** Finds the project of a request by its Host, or by the header with which servers name it when they use another address. */
export function tenantOf(
  tenants: readonly Tenant[],
  headers: { host?: string | undefined; 'x-propelauth-url'?: string | string[] | undefined },
): Tenant | undefined {
  const named = headers['x-propelauth-url'];
  const host = (typeof named === 'string' ? named : (headers.host ?? '')).toLowerCase().replace(/:\d+$/, '');
  return tenants.find((tenant) => tenant.authHost === host);
}

/** Decides whether pages of this origin may use the project's sessions: the program's own sites, on any port locally. */
export function isOwnOrigin(tenant: Tenant, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && (tenant.siteUrls.includes(origin) || url.hostname === localHost(tenant.program));
}

/** Decodes `rt` (an address in base64). Returns undefined unless it is a page of the program or of its hosted pages. */
export function redirectTarget(tenant: Tenant, rt: string | undefined): string | undefined {
  return rt === undefined || rt === '' ? undefined : ownPage(tenant, Buffer.from(rt, 'base64').toString('latin1'));
}

/** Returns the address if it is a page of the program or of its hosted pages, otherwise undefined. */
export function ownPage(tenant: Tenant, address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const own =
    /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && (url.origin === tenant.authUrl || isOwnOrigin(tenant, url.origin));
  return own ? url.href : undefined;
}
