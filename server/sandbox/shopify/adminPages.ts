import { readFileSync } from 'node:fs';
import express, { type Request, type Response, type Router } from 'express';
import type { SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { Html, html, inlineJson, page, sendPage } from '../core/page.ts';
import { businessSelect } from '../sales/businessFields.ts';
import { currencyNamed, profileNamed } from '../sales/stores.ts';
import type { SendShopEvent } from './events.ts';
import { appQuery, openSessionTokens, type TokenHolder } from './sessionToken.ts';
import { isShopHandle, type Shop, type Shops, shopDomain, shopHandle } from './shops.ts';
import { adminSession } from './staff.ts';

const stylesheet = readFileSync(new URL('admin.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('admin.js', import.meta.url), 'utf8');
const appBridge = readFileSync(new URL('app-bridge.js', import.meta.url), 'utf8');

/** The path of the app's own address, `application_url`, and below it of its pages. */
const applicationPath = '/shopify';

/** Returns the app's path for what follows the app in the admin's address: with the application's own path, as the admin itself writes it, or without. */
function pathInApp(inside: string): string {
  const path = inside === '' ? '' : `/${inside}`;
  return path === applicationPath || path.startsWith(`${applicationPath}/`) ? path : `${applicationPath}${path}`;
}

/**
 * Serves `/admin` (the stores), `/admin/store/{handle}/apps/{key}[/{path}]` (a store's admin with our app in its
 * frame, or the page that installs it), `/app-bridge.js` (the script that the app loads to talk with the admin), and `/static/fonts` (the admin's typeface).
 */
export function adminPages(core: SandboxCore, shops: Shops, sendShopEvent: SendShopEvent): Router {
  const router = express.Router();
  const config = core.config.shopify;
  const adminPath = (shop: Shop) => `/shopify/admin/store/${shopHandle(shop.domain)}/apps/${config.apiKey}`;

  router.get('/app-bridge.js', (_request, response) => {
    response.type('text/javascript').set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'cross-origin' }).send(appBridge);
  });

  // The typeface of the admin, without its files: where Inter is installed it is used, elsewhere the next in the list.
  router.get('/static/fonts/inter/v4/styles.css', (_request, response) => {
    response
      .type('text/css')
      .set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .send("@font-face { font-family: 'Inter'; font-style: normal; font-weight: 100 900; src: local('Inter'); }\n");
  });

  router.get(
    '/admin',
    handle(async (_request, response) => storesPage(response, await shops.list(), adminPath)),
  );
  router.post(
    '/admin',
    handle(async ({ body }, response) => {
      const handle_ = String(body?.handle ?? '').trim();
      if (!isShopHandle(handle_)) throw new Refusal(400, { errors: 'A handle has letters, digits and dashes.' });
      response.redirect(303, adminPath(await shops.create(handle_, profileNamed(body?.profile), { currency: currencyNamed(body?.currency) })));
    }),
  );
  router.get(
    '/admin/store/:handle',
    handle(async (request, response) => response.redirect(303, adminPath(await storeOf(request)) + new URL(request.originalUrl, core.publicUrl).search)),
  );

  /** Returns the store named in the path and creates it on the first visit. */
  async function storeOf(request: Request): Promise<Shop> {
    const handle_ = request.params.handle ?? '';
    if (!isShopHandle(handle_)) throw new Refusal(404, { errors: 'Not Found' });
    if (request.params.key !== undefined && request.params.key !== config.apiKey) throw new Refusal(404, { errors: 'Not Found' });
    return (await shops.get(shopDomain(handle_))) ?? shops.create(handle_, 'steady');
  }
  const sessionToken = openSessionTokens(config, core.clock);
  function holderOf(request: Request, response: Response, shop: Shop): TokenHolder {
    const { member, id } = adminSession(request, response, shop);
    return { shop: shop.domain, staffId: member.id, session: id };
  }
  const appPath = '/admin/store/:handle/apps/:key';

  router.post(
    `${appPath}/install`,
    handle(async (request, response) => {
      const shop = await storeOf(request);
      await shops.install(shop.domain, config.scopes);
      response.redirect(303, adminPath(shop));
    }),
  );
  router.post(
    `${appPath}/uninstall`,
    handle(async (request) => {
      const shop = await shops.uninstall((await storeOf(request)).domain);
      if (shop) await sendShopEvent(shop, 'app/uninstalled');
      return {};
    }),
  );
  router.post(
    `${appPath}/scopes`,
    handle(async (request) => {
      const shop = await shops.install((await storeOf(request)).domain, config.scopes);
      if (shop) await sendShopEvent(shop, 'app/scopes_update');
      return { scopes: shop?.scopes ?? [] };
    }),
  );
  router.post(
    `${appPath}/session-token`,
    handle(async (request, response) => {
      const shop = await storeOf(request);
      if (shop.installed_at === null) throw new Refusal(403, { errors: 'The app is not installed.' });
      return { id_token: await sessionToken(holderOf(request, response, shop)) };
    }),
  );
  router.get(
    [appPath, `${appPath}/*`],
    handle(async (request, response) => {
      const shop = await storeOf(request);
      if (shop.installed_at === null) return installPage(response, shop, { path: adminPath(shop), scopes: config.scopes });
      const holder = holderOf(request, response, shop);
      const query = appQuery(config, core.clock, holder, await sessionToken(holder));
      for (const [name, value] of new URL(request.originalUrl, core.publicUrl).searchParams) if (name !== 'staff') query.append(name, value);
      const app = new URL(pathInApp(request.params[0] ?? ''), core.config.publicUrl);
      app.search = query.toString();
      framePage(response, shop, { path: adminPath(shop), home: applicationPath, appUrl: app.href, appOrigin: app.origin, scopes: shop.scopes });
    }),
  );
  return router;
}

function storesPage(response: Response, shops: readonly Shop[], adminPath: (shop: Shop) => string): void {
  sendPage(response, {
    title: 'Stores',
    body: html`<h1>Stores</h1>
${shops.length === 0 && html`<p class="dim">None yet.</p>`}
<ul>${shops.map((shop) => html`<li><a href="${adminPath(shop)}">${shop.name}</a> <span class="dim">${shop.domain}${shop.installed_at === null && ', not installed'}</span></li>`)}</ul>
<h2>Open another</h2>
<form method="post" action="/shopify/admin" class="row">
<label>Handle <input name="handle" required pattern="[a-zA-Z0-9][a-zA-Z0-9\\-]*" placeholder="juniper-oak"></label>
${businessSelect()}
<button type="submit">Open</button>
</form>`,
  });
}

function installPage(response: Response, shop: Shop, { path, scopes }: { path: string; scopes: readonly string[] }): void {
  sendPage(response, {
    title: shop.name,
    body: html`<p><a href="/shopify/admin">Stores</a></p>
<h1>Install app</h1>
<p>The app asks to see of ${shop.name}:</p>
<ul>${scopes.map((scope) => html`<li>${scope.replaceAll('_', ' ')}</li>`)}</ul>
<form method="post" action="${path}/install"><button type="submit">Install</button></form>`,
  });
}

function framePage(response: Response, shop: Shop, admin: { path: string; home: string; appUrl: string; appOrigin: string; scopes: readonly string[] }): void {
  const content = page({
    title: shop.name,
    head: html`<style>main{max-width:none;padding:0}${new Html(stylesheet)}</style>`,
    body: html`<div class="top"><strong>${shop.name}</strong> <span class="dim">${shop.domain}</span>
<div class="bar" id="save-bar" role="region" aria-label="Unsaved changes" hidden><strong>Unsaved changes</strong><span id="save-buttons"></span></div>
</div>
<div class="admin">
<nav aria-label="Admin">
<ul><li><a href="/shopify/admin">All stores</a></li>
<li><a href="/shopify/admin/store/${shopHandle(shop.domain)}/orders">Orders</a></li></ul>
<strong>Apps</strong>
<ul><li id="home"></li></ul>
<ul id="menu" aria-label="App"></ul>
<button type="button" class="plain" id="uninstall">Uninstall app</button>
</nav>
<div class="stage">
<div id="loading" role="status" hidden><span>Loading…</span></div>
<div class="bar"><span id="back"></span><strong id="title"></strong><button type="button" class="plain" id="open-menu" aria-expanded="false"></button><span id="actions"></span></div>
<iframe id="app" name="app-iframe" title="App" allow="clipboard-write"></iframe>
</div>
</div>
<div id="toasts" role="status" aria-live="polite"></div>
<script type="application/json" id="admin">${inlineJson(admin)}</script>
<script>${new Html(script)}</script>`,
  });
  response.set('Cache-Control', 'no-store').type('html').send(content);
}
