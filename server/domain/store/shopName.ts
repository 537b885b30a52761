/** One label under the platform's own domain, lower case, and nothing else. */
const form = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/;

/** Tells whether a text has the form of a Shopify shop's name, such as `corner-shop.myshopify.com`. */
export function isShopName(text: string): boolean {
  return form.test(text);
}
