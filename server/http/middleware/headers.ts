import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../../config.ts';
import type { Deps } from '../../services/deps.ts';
import { policyReportPath } from '../policyReports.ts';

/** The dependencies of a policy beside the program and the path of a request. */
type Sites = Pick<Deps, 'config' | 'providers'>;

/** Returns the third-party hosts that a page of the branded site needs: sign-in, the card frame, the link windows, recording, wallets. */
function outsideSources({ config, providers }: Sites, authUrl: string) {
  const origin = (address: string) => new URL(address).origin;
  const link = [origin(providers.bank.linkScriptUrl), origin(providers.storeData.linkUrl)];
  const recording = config.clarity ? [recorderSource(new URL(config.clarity.url))] : [];
  const script = [...new Set([origin(providers.bank.linkScriptUrl), ...recording])];
  return {
    script: [...script, ...walletSources(providers.cardIssuer.walletScripts).filter((address) => !script.includes(origin(address)))],
    frame: [...new Set([origin(providers.cardIssuer.cardFrameUrl), ...link])],
    connect: [...new Set([origin(authUrl), ...link, ...recording])],
    image: recording,
  };
}

/** Returns the addresses of the wallets' scripts. Each is a whole file: Google's host serves anybody's pages beside it. */
const walletSources = ({ APPLE_PAY, GOOGLE_PAY }: Sites['providers']['cardIssuer']['walletScripts']): string[] =>
  [APPLE_PAY, GOOGLE_PAY].flatMap((wallet) => (wallet === null ? [] : [wallet.scriptUrl]));

/** Returns where the recorder's script comes from and its recordings go: Microsoft's service spreads them over its host names. */
const recorderSource = ({ hostname, origin }: URL): string => (hostname.endsWith('.clarity.ms') ? 'https://*.clarity.ms' : origin);

/** Returns who may frame the branded site: nobody, except the store's control panel for paths below its own. */
function frameAncestors({ sandboxPanelOrigin }: Config['bigcommerce'], isControlPanel: boolean): string[] {
  if (!isControlPanel) return ["'none'"];
  return ['https://*.mybigcommerce.com', 'https://*.bigcommerce.com', ...(sandboxPanelOrigin === undefined ? [] : [sandboxPanelOrigin])];
}

const isControlPanel = (path: string) => path === '/bigcommerce' || path.startsWith('/bigcommerce/');

/** The policy of a built script, style sheet or font. None is a page, so that it may load nothing; and a short header makes each smaller. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'";
const isBuiltFile = (path: string) => path.startsWith('/_assets/app/assets/');

/** The placeholder for the request's nonce in a policy. */
const nonceHere = '{nonce}';

function contentPolicy(sites: Sites, authUrl: string, { development, framed }: { development: boolean; framed: boolean }): string {
  const sources = outsideSources(sites, authUrl);
  const nonce = `'nonce-${nonceHere}'`;
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", nonce, ...sources.script],
    // Vite's development client adds style tags without a nonce.
    'style-src': development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
    'img-src': ["'self'", 'data:', ...sources.image],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...sources.connect, ...(development ? ['ws:'] : [])],
    'frame-src': sources.frame,
    // The worker that shows push messages, and what puts the site on a home screen.
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-ancestors': frameAncestors(sites.config.bigcommerce, framed),
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'report-uri': [policyReportPath],
  };
  return Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** Returns the function that writes a policy. All but the nonce is composed once for each program. */
function policyWriter(sites: Sites, { development }: { development: boolean }): (authUrl: string, path: string, nonce: string) => string {
  const written = new Map<string, string>();
  return (authUrl, path, nonce) => {
    if (isBuiltFile(path)) return filePolicy;
    const framed = isControlPanel(path);
    const key = `${framed} ${authUrl}`;
    const policy = written.get(key) ?? contentPolicy(sites, authUrl, { development, framed });
    written.set(key, policy);
    return policy.replaceAll(nonceHere, nonce);
  };
}

/** Makes the middleware that sets the security headers that every answer carries. An answer that is no page loads nothing and is framed by nobody. */
export function basicHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): RequestHandler {
  const basic = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: false,
    referrerPolicy: { policy: 'no-referrer' },
    // No browser that can run our pages reads these any more.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  return (request, response, next) => {
    response.setHeader('Content-Security-Policy', filePolicy);
    basic(request, response, next);
  };
}

/**
 * Sets the policy of everything but the embedded app, which has its own because its framing depends on the shop. Scripts and styles
 * run by nonce or from our own files alone, so an injected tag does nothing.
 */
export function securityHeaders(sites: Sites, { development }: { development: boolean }): RequestHandler {
  const policyOf = policyWriter(sites, { development });
  return (request, response, next) => {
    response.setHeader('Content-Security-Policy', policyOf(response.locals.program.authUrl, request.path, response.locals.nonce));
    // The issuer's card frame, which is on another site, loads these files to style the card.
    if (request.path.startsWith('/_assets/app/brand/')) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  };
}
