const SHOP = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/**
 * Who may show this answer in a frame: the shop named by the request and Shopify's own admin; nobody when the request
 * names no shop or something that is not one.
 */
export function frameAncestors(url: string): string {
  const shop = new URL(url).searchParams.get('shop') ?? '';
  return SHOP.test(shop) ? `https://${shop} https://admin.shopify.com` : "'none'";
}

/** Everything a page of the embedded app loads is ours, App Bridge apart; styles of Polaris components are inline. */
export function contentSecurityPolicy(url: string, nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' https://cdn.shopify.com`,
    "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
    "img-src 'self' data: https://cdn.shopify.com",
    "font-src 'self' https://cdn.shopify.com",
    "connect-src 'self' https://admin.shopify.com",
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors(url)}`,
  ].join('; ');
}
