import express, { type Response, type Router } from 'express';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { handle } from '../core/handle.ts';
import { html, inlineJson, sendPage } from '../core/page.ts';
import { accountingPlatforms, commercePlatforms, type Platform, storeCharacters, storeProfiles } from '../sales/stores.ts';
import type { Connections } from './connections.ts';
import { refusal } from './refusal.ts';

const platformNames: Readonly<Record<Platform, string>> = {
  SHOPIFY: 'Shopify',
  BIG_COMMERCE: 'BigCommerce',
  WOO_COMMERCE: 'WooCommerce',
  QUICKBOOKS: 'QuickBooks',
  XERO: 'Xero',
};
const platforms = [...commercePlatforms, ...accountingPlatforms] as const;

const choice = z.object({ platform: z.enum(platforms), profile: z.enum(storeProfiles), store_name: z.string().max(80).optional() });

/** Returns the platform that the page requested; pages write `bigcommerce` or `big_commerce`. */
function platformAsked(value: unknown): Platform | undefined {
  const plain = typeof value === 'string' ? value.toLowerCase().replaceAll('_', '') : '';
  return platforms.find((platform) => platform.toLowerCase().replaceAll('_', '') === plain);
}

/**
 * Serves the popup in which a merchant connects a store or accounting system, or signs in to it again. It reports to
 * its opener like the real one: `{nonce, type: 'SUCCESS', publicToken}` or `{nonce, type: 'EXIT'}`.
 */
export function linkWindow(connections: Connections, config: Config['rutter']): Router {
  const router = express.Router();

  router.get('/linkstart/:publicKey', (request, response) => {
    const { origin, nonce, platform } = request.query;
    if (request.params.publicKey !== config.publicKey || typeof origin !== 'string' || typeof nonce !== 'string' || !URL.canParse(origin)) {
      return wrongKeyPage(response);
    }
    choicePage(response, { origin: new URL(origin).origin, nonce, platform: platformAsked(platform) ?? 'SHOPIFY', publicKey: config.publicKey });
  });
  router.post(
    '/linkstart/:publicKey/connect',
    handle(async ({ params, body }) => {
      const parsed = choice.safeParse(body);
      if (params.publicKey !== config.publicKey) throw refusal('INVALID_CREDENTIALS');
      if (!parsed.success) throw refusal('INVALID_PARAMETERS', z.prettifyError(parsed.error));
      const { id, public_token } = await connections.link({ ...parsed.data, storeName: parsed.data.store_name });
      return { public_token, connection_id: id };
    }),
  );

  router.get('/reconnect/:id', (request, response) => reconnectPage(response, request.params.id));
  router.post(
    '/reconnect/:id',
    handle(async ({ params }, response) => {
      if (!(await connections.change(params.id ?? '', { needs_update: false, disabled: false }))) throw refusal('NOT_FOUND');
      sendPage(response, { title: 'Connected again', compact: true, body: html`<h1>Connected again</h1><p>You can close this window.</p>` });
    }),
  );

  // The window's script also requests a channel of a message service and would connect to it if it got one.
  router.all('/versioned/link/websocket/auth', (request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'X-Rutter-Version' });
    if (request.method === 'OPTIONS') response.status(204).end();
    else response.status(404).json({ error_type: 'INVALID_REQUEST', error_code: 'NOT_FOUND', error_message: 'The sandbox has no message service.' });
  });
  return router;
}

function wrongKeyPage(response: Response): void {
  response.status(400);
  sendPage(response, { title: 'Connect', compact: true, body: html`<h1>This window cannot connect anything</h1><p>It was opened with a wrong key.</p>` });
}

function choicePage(response: Response, window: { origin: string; nonce: string; platform: Platform; publicKey: string }): void {
  const radio = (name: string, value: string, label: string, checked: boolean, description?: string) =>
    html`<label class="choice"><input type="radio" name="${name}" value="${value}"${checked && html` checked`}><span><strong>${label}</strong>${description && html`<br><span class="dim">${description}</span>`}</span></label>`;
  sendPage(response, {
    title: 'Connect your business',
    compact: true,
    head: html`<style>
fieldset{border:0;margin:0;padding:0;display:grid;gap:.4rem}
.platforms{grid-template-columns:repeat(auto-fill,minmax(9rem,1fr))}
legend{font-weight:600;margin-bottom:.4rem}
.choice{display:grid;grid-template-columns:auto 1fr;gap:.6rem;align-items:center;padding:.55rem .7rem;border:1px solid var(--line);border-radius:8px;background:var(--panel);color:var(--ink);font-size:.95rem;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);outline:1px solid var(--accent)}
</style>`,
    body: html`<h1>Connect your business</h1>
<form class="stack" id="connect">
<fieldset class="platforms"><legend>Where do you sell or keep your books?</legend>
${platforms.map((platform) => radio('platform', platform, platformNames[platform], platform === window.platform))}
</fieldset>
<fieldset><legend>Which sample business is it?</legend>
${storeProfiles.map((profile, index) => radio('profile', profile, storeCharacters[profile].storeName, index === 0, storeCharacters[profile].description))}
</fieldset>
<label>Store name <input name="store_name" autocomplete="off" maxlength="80" placeholder="As above"></label>
<p class="bad" role="alert" id="failure" hidden>That did not work. Please try again.</p>
<div class="row"><button type="submit">Connect</button><button type="button" class="plain" id="cancel">Cancel</button></div>
</form>
<script>
const window_ = ${inlineJson(window)};
const report = (message) => {
  opener?.postMessage(JSON.stringify({ nonce: window_.nonce, ...message }), window_.origin);
  close();
};
document.getElementById('cancel').addEventListener('click', () => report({ type: 'EXIT' }));
document.getElementById('connect').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const answer = await fetch('/rutter/linkstart/' + encodeURIComponent(window_.publicKey) + '/connect', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ platform: form.get('platform'), profile: form.get('profile'), store_name: form.get('store_name') || undefined }),
  }).catch(() => undefined);
  if (!answer?.ok) {
    document.getElementById('failure').hidden = false;
    return;
  }
  const { public_token } = await answer.json();
  report({ type: 'SUCCESS', publicToken: public_token });
});
</script>`,
  });
}

function reconnectPage(response: Response, id: string): void {
  sendPage(response, {
    title: 'Sign in again',
    compact: true,
    body: html`<h1>Sign in to your store again</h1>
<p>The store asked for your password again, so its sales could not be read.</p>
<form method="post" action="/rutter/reconnect/${encodeURIComponent(id)}"><button type="submit">Sign in again</button></form>`,
  });
}
