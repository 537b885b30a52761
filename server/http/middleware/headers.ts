import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../../config.ts';

/** Hosts that a page of the branded site needs beside its own: sign-in, the card frame, the link windows, recording. */
function outsideSources(config: Config, authUrl: string) {
  const origin = (address: string) => new URL(address).origin;
  const link = [origin(config.plaid.linkScriptUrl), origin(config.rutter.linkUrl)];
  const recording = config.clarityId ? ['https://*.clarity.ms'] : [];
  return {
    script: [origin(config.plaid.linkScriptUrl), ...recording],
    frame: [...new Set([origin(config.lithic.embedUrl), ...link])],
    connect: [...new Set([origin(authUrl), ...link, ...recording])],
    image: recording,
  };
}

/** Who may show the branded site in a frame: nobody, except the store's control panel below its own path. */
function frameAncestors({ sandboxPanelOrigin }: Config['bigcommerce'], path: string): string[] {
  if (path !== '/bigcommerce' && !path.startsWith('/bigcommerce/')) return ["'none'"];
  return ['https://*.mybigcommerce.com', 'https://*.bigcommerce.com', ...(sandboxPanelOrigin === undefined ? [] : [sandboxPanelOrigin])];
}

/**
 * Security headers of everything but the embedded app, whose framing depends on the shop and is set by the app itself.
 * Scripts and styles run by nonce or from our own files alone, so an injected tag does nothing.
 */
export function securityHeaders(config: Config, { development }: { development: boolean }): RequestHandler {
  const basic = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  return (request, response, next) => {
    const sources = outsideSources(config, response.locals.program.authUrl);
    const nonce = `'nonce-${response.locals.nonce}'`;
    const policy: Record<string, readonly string[]> = {
      'default-src': ["'self'"],
      'script-src': ["'self'", nonce, ...sources.script],
      // Vite's development client adds style tags without a nonce.
      'style-src': development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
      'img-src': ["'self'", 'data:', ...sources.image],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...sources.connect, ...(development ? ['ws:'] : [])],
      'frame-src': sources.frame,
      'frame-ancestors': frameAncestors(config.bigcommerce, request.path),
      'form-action': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
    };
    response.setHeader(
      'Content-Security-Policy',
      Object.entries(policy)
        .map(([name, values]) => `${name} ${values.join(' ')}`)
        .join('; '),
    );
    basic(request, response, (failure?: unknown) => {
      // The issuer's frame, on a site of its own, loads the look of the card.
      if (request.path.startsWith('/_assets/app/brand/')) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      next(failure);
    });
  };
}
