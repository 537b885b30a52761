import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { escapeHtml } from '../../server/domain/basics/escapeHtml.ts';

/**
 * Answers with the bounce page: it fetches a fresh session token by App Bridge and returns to the page that had none. That page is
 * loaded by its address and not written into this one, so that it has its own policy.
 */
export function loader({ request, context: { shopify, nonce } }: LoaderFunctionArgs): Response {
  const url = new URL(request.url);
  const asked = url.searchParams.get('shopify-reload');
  // Rename the parameter in which Shopify's library names the page, because App Bridge would act on it by itself.
  if (asked !== null) {
    url.searchParams.delete('shopify-reload');
    url.searchParams.set('back', pathOf(asked, shopify.appUrl));
    throw redirect(`${url.pathname}?${url.searchParams}`);
  }
  const back = new URL(pathOf(url.searchParams.get('back') ?? '/shopify', shopify.appUrl), shopify.appUrl);
  back.searchParams.delete('id_token');
  back.searchParams.set('bounced', String(Date.now()));
  const target = JSON.stringify(`${back.pathname}${back.search}`).replace(/</g, '\\u003c');
  const bridge = shopify.appBridgeUrl ?? 'https://cdn.shopify.com/shopifycloud/app-bridge.js';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Opening…</title>
<script data-api-key="${escapeHtml(shopify.apiKey)}" src="${escapeHtml(bridge)}"></script></head><body>
<script nonce="${nonce}">shopify.idToken().then(function (token) { location.replace(${target} + '&id_token=' + encodeURIComponent(token)); });</script>
</body></html>`;
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** Returns the path and query of an address within the app; the app's home for any other address. */
function pathOf(address: string, appUrl: string): string {
  const url = URL.canParse(address, appUrl) ? new URL(address, appUrl) : null;
  const isOurs = url !== null && url.origin === new URL(appUrl).origin && /^\/shopify(\/|$)/.test(url.pathname);
  return isOurs ? `${url.pathname}${url.search}` : '/shopify';
}
