import { isShopName } from '../server/domain/store/shopName.ts';
import type { CoreLoadContext } from '../server/http/loadContext.ts';

/** The inputs of a policy beside the page's address. */
interface PolicyInputs {
  nonce: string;
  shopify: Pick<CoreLoadContext['shopify'], 'appBridgeUrl' | 'sandboxAdminOrigin'>;
  settings: Pick<CoreLoadContext['page']['settings'], 'bank_link_script_url' | 'card_frame_url'>;
}

/**
 * Returns the sites that may frame this answer: the shop that the request names and Shopify's own admin, in the sandbox its admin
 * as well; none when the request names no valid shop.
 */
function frameAncestors(url: string, sandboxAdminOrigin?: string): string {
  const shop = new URL(url).searchParams.get('shop') ?? '';
  if (!isShopName(shop)) return "'none'";
  return [`https://${shop}`, 'https://admin.shopify.com', ...(sandboxAdminOrigin === undefined ? [] : [sandboxAdminOrigin])].join(' ');
}

/** Returns the policy of a page: it loads only our own files, App Bridge, the card's frame and the bank's window. Styles may be inline, as Polaris needs. */
export function contentSecurityPolicy(url: string, { nonce, shopify, settings }: PolicyInputs): string {
  const bridge = shopify.appBridgeUrl === undefined ? '' : ` ${new URL(shopify.appBridgeUrl).origin}`;
  const bank = new URL(settings.bank_link_script_url).origin;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' https://cdn.shopify.com ${bank}${bridge}`,
    "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
    "img-src 'self' data: https://cdn.shopify.com",
    "font-src 'self' https://cdn.shopify.com",
    `connect-src 'self' https://admin.shopify.com ${bank}`,
    `frame-src ${new URL(settings.card_frame_url).origin} ${bank}`,
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors(url, shopify.sandboxAdminOrigin)}`,
  ].join('; ');
}
