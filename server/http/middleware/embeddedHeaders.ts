import type { RequestHandler } from 'express';
import { isShopName } from '../../domain/store/shopName.ts';
import type { Deps } from '../../services/deps.ts';
import { policyReportPath } from '../policyReports.ts';

/** The path of the admin's typeface, Inter, below the platform's host; the style sheet and its fonts lie there. */
const fontPath = 'static/fonts/inter/';

/** Returns the address of the typeface that the admin uses: the platform's own, or beside the sandbox's double of App Bridge. */
export const fontUrl = ({ appBridgeUrl }: { appBridgeUrl: string | undefined }): string => `${fontSource(appBridgeUrl)}v4/styles.css`;

const fontSource = (appBridgeUrl: string | undefined): string => new URL(fontPath, appBridgeUrl ?? 'https://cdn.shopify.com/').href;

/** The inputs of a policy beside the shop. */
interface PolicyInputs {
  nonce: string;
  appBridgeUrl: string | undefined;
  sandboxAdminOrigin: string | undefined;
  linkScriptUrl: string;
  cardFrameUrl: string;
}

/**
 * Returns the sites that may frame an answer: the shop that the request names and Shopify's own admin, in the sandbox its
 * admin as well; none when the request names no valid shop.
 */
function frameAncestors(shop: unknown, sandboxAdminOrigin: string | undefined): string {
  if (typeof shop !== 'string' || !isShopName(shop)) return "'none'";
  return [`https://${shop}`, 'https://admin.shopify.com', ...(sandboxAdminOrigin === undefined ? [] : [sandboxAdminOrigin])].join(' ');
}

/**
 * Returns the policy of an answer of the embedded app for the shop that the request names, unverified: it loads only our
 * own files, App Bridge, the card's frame and the bank's window. Styles may be inline, as Polaris needs.
 */
function embeddedPolicy(shop: unknown, { nonce, appBridgeUrl, sandboxAdminOrigin, linkScriptUrl, cardFrameUrl }: PolicyInputs): string {
  const bridge = appBridgeUrl === undefined ? '' : ` ${new URL(appBridgeUrl).origin}`;
  const bank = new URL(linkScriptUrl).origin;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' https://cdn.shopify.com ${bank}${bridge}`,
    `style-src 'self' 'unsafe-inline' ${fontSource(appBridgeUrl)}`,
    "img-src 'self' data: https://cdn.shopify.com",
    `font-src 'self' ${fontSource(appBridgeUrl)}`,
    `connect-src 'self' https://admin.shopify.com ${bank}`,
    `frame-src ${new URL(cardFrameUrl).origin} ${bank}`,
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors(shop, sandboxAdminOrigin)}`,
    `report-uri ${policyReportPath}`,
  ].join('; ');
}

/** Sets the policy of every answer of the embedded app: its pages, their data, files, redirects and problems. None of them may be stored. */
export function embeddedHeaders({ config, providers }: Pick<Deps, 'config' | 'providers'>): RequestHandler {
  const { appBridgeUrl, sandboxAdminOrigin } = config.shopify;
  const addresses = { appBridgeUrl, sandboxAdminOrigin, linkScriptUrl: providers.bank.linkScriptUrl, cardFrameUrl: providers.cardIssuer.cardFrameUrl };
  return (request, response, next) => {
    response.setHeader('Content-Security-Policy', embeddedPolicy(request.query.shop, { nonce: response.locals.nonce, ...addresses }));
    response.setHeader('Cache-Control', 'no-store');
    // A page of the app that leads to another tells it the shop, and nobody else anything.
    response.setHeader('Referrer-Policy', 'same-origin');
    next();
  };
}
