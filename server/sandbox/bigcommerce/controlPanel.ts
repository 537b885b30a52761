import express, { type Request, type Response, type Router } from 'express';
import type { SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { html, sendPage } from '../core/page.ts';
import { businessSelect } from '../sales/businessFields.ts';
import { currencyNamed, profileNamed } from '../sales/stores.ts';
import { callProduct } from './callback.ts';
import { signPayload } from './signedPayload.ts';
import { accountUuid, isStoreHash, type Person, type Store, type Stores } from './stores.ts';

/** The scopes of our app's profile at the platform. */
const registeredScope = 'store_v2_information_read_only store_v2_orders_read_only';

/** Serves `/` (the stores) and `/store-{hash}` (a store's control panel with our app in its frame, or the button that installs it). */
export function controlPanel(core: SandboxCore, stores: Stores, callbackUrl: string): Router {
  const router = express.Router();
  const config = core.config.bigcommerce;

  router.get(
    '/',
    handle(async (_request, response) => storesPage(response, await stores.list())),
  );
  router.post(
    '/',
    handle(async ({ body }, response) => {
      const hash = String(body?.hash ?? '').toLowerCase();
      if (!isStoreHash(hash)) throw new Refusal(400, { status: 400, title: 'A store hash has letters and digits.' });
      await stores.open(hash, profileNamed(body?.profile), currencyNamed(body?.currency));
      response.redirect(303, `/bigcommerce/store-${hash}`);
    }),
  );

  async function storeOf(request: Request): Promise<Store> {
    const hash = (request.params.hash ?? '').toLowerCase();
    if (!isStoreHash(hash)) throw new Refusal(404, { status: 404, title: 'Not Found' });
    return stores.open(hash);
  }

  router.get(
    '/store-:hash',
    handle(async (request, response) => {
      const store = await storeOf(request);
      const user = userOf(store, request.query.user);
      if (request.query.install !== undefined) {
        const scope = typeof request.query.scope === 'string' ? request.query.scope : registeredScope;
        const query = new URLSearchParams({
          code: await stores.installCode(store.hash, scope, user),
          scope,
          context: `stores/${store.hash}`,
          account_uuid: accountUuid,
        });
        return panelPage(response, store, user, `${callbackUrl}?${query}`);
      }
      if (store.access_token === null) return installPage(response, store, user);
      const load = new URL('/bigcommerce/load', core.config.publicUrl);
      load.searchParams.set(
        'signed_payload_jwt',
        await signPayload(config, core.clock, store, user, request.query.url === undefined ? '/' : String(request.query.url)),
      );
      panelPage(response, store, user, load.href);
    }),
  );
  router.post(
    '/store-:hash/uninstall',
    handle(async (request, response) => {
      const store = await storeOf(request);
      await uninstallApp(core, stores, store, userOf(store, request.body?.user));
      response.redirect(303, `/bigcommerce/store-${store.hash}`);
    }),
  );
  return router;
}

const userOf = ({ owner, staff }: Store, id: unknown): Person => [owner, ...staff].find((person) => String(person.id) === id) ?? owner;

/** Forgets the installation, then notifies the app. Returns the app's status, which has no effect. `user` is who uninstalls. */
export async function uninstallApp(core: SandboxCore, stores: Stores, store: Store, user = store.owner): Promise<number> {
  const payload = await signPayload(core.config.bigcommerce, core.clock, store, user);
  await stores.uninstall(store.hash);
  return callProduct(core.productUrl, '/bigcommerce/uninstall', { signed_payload_jwt: payload });
}

/** Takes the app from a user, then notifies the app. Returns the app's status, which has no effect. */
export async function removeUser(core: SandboxCore, stores: Stores, store: Store, user: Person): Promise<number> {
  const payload = await signPayload(core.config.bigcommerce, core.clock, store, user);
  await stores.removeStaff(store.hash, user.id);
  return callProduct(core.productUrl, '/bigcommerce/remove_user', { signed_payload_jwt: payload });
}

function storesPage(response: Response, stores: readonly Store[]): void {
  sendPage(response, {
    title: 'Control panels',
    body: html`<h1>Control panels</h1>
${stores.length === 0 && html`<p class="dim">No stores yet.</p>`}
<ul>${stores.map((store) => html`<li><a href="/bigcommerce/store-${store.hash}">${store.name}</a> <span class="dim">store-${store.hash}${store.access_token === null && ', not installed'}</span></li>`)}</ul>
<h2>Open another</h2>
<form method="post" action="/bigcommerce" class="row">
<label>Store hash <input name="hash" required pattern="[a-zA-Z0-9]+" placeholder="juniper1"></label>
${businessSelect()}
<button type="submit">Open</button>
</form>`,
  });
}

function installPage(response: Response, store: Store, user: Person): void {
  sendPage(response, {
    title: store.name,
    body: html`<p><a href="/bigcommerce">Control panels</a></p>
<h1>Install app</h1>
<p>The app asks to see of ${store.name}: its information and its orders.</p>
<form method="get" action="/bigcommerce/store-${store.hash}"><input type="hidden" name="install" value="1"><input type="hidden" name="user" value="${user.id}"><button type="submit">Install</button></form>`,
  });
}

function panelPage(response: Response, store: Store, user: Person, appUrl: string): void {
  response.set('Cache-Control', 'no-store');
  const others = [store.owner, ...store.staff].filter(({ id }) => id !== user.id);
  sendPage(response, {
    title: store.name,
    head: html`<style>main{max-width:none}iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:8px;background:#fff}</style>`,
    body: html`<p><a href="/bigcommerce">Control panels</a></p>
<div class="row"><h1>${store.name}</h1>
<form method="post" action="/bigcommerce/store-${store.hash}/uninstall"><input type="hidden" name="user" value="${user.id}"><button type="submit" class="plain">Uninstall app</button></form></div>
<p class="dim">Signed in as ${user.email}${others.map((person) => html` · <a href="/bigcommerce/store-${store.hash}?user=${person.id}">${person.email}</a>`)}</p>
<iframe id="app" title="App" src="${appUrl}" allow="clipboard-write"></iframe>`,
  });
}
