import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { z } from 'zod';
import { handle, Refusal } from '../../core/handle.ts';
import { Html, html, inlineJson, sendPage } from '../../core/page.ts';
import { parse } from '../refusal.ts';
import type { LithicState } from '../state.ts';
import { tokenize, walletRequest } from '../tokenizations.ts';

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const scripts = { 'apple.js': fileOf('apple.client.js'), 'google.js': fileOf('google.client.js') };
const windowScript = new Html(fileOf('window.client.js'));

const windows = {
  apple: { title: 'Apple Pay', device: 'iPhone' },
  google: { title: 'Google Pay', device: 'Pixel' },
} as const;
const windowQuery = z.object({ wallet: z.enum(['apple', 'google']), origin: z.url({ protocol: /^https?$/ }) });

const ofGoogle = html`<p>Which phone is it for?</p>
<p class="row"><button type="button" data-phone="yes">Pixel</button><button class="plain" type="button" data-phone="no">I have no such phone</button></p>`;

/**
 * Serves what Apple and Google play in adding a card from a web page: their scripts, the window that these open, and the wallet's own
 * request for the card. A card that was handed over is taken once.
 */
export function walletWindowRoutes(state: LithicState): Router {
  const router = Router();
  for (const [name, script] of Object.entries(scripts)) {
    router.get(`/${name}`, (_request, response) => {
      response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-cache' }).type('text/javascript').send(script);
    });
  }

  router.get('/window', (request, response) => {
    const { wallet, origin } = parse(windowQuery, request.query);
    const { title, device } = windows[wallet];
    const told = { wallet, origin: new URL(origin).origin };
    sendPage(response, {
      title,
      compact: true,
      body: html`<section class="panel"><h1>${title}</h1>
<div id="device">${wallet === 'google' && ofGoogle}</div>
<div id="card" hidden><p>Add the card to your ${device}?</p>
<p class="row"><button type="button" data-add>Add the card</button><button class="plain" type="button" data-refuse>Refuse it</button></p></div>
<p id="told" role="status"></p></section>
<script>const opened = ${inlineJson(told)};
${windowScript}</script>`,
    });
  });

  router.post(
    '/add',
    handle(async ({ body }) => {
      const { handed } = parse(z.strictObject({ handed: z.string() }), body);
      return state.core.store.transaction(async () => {
        const handOver = await state.handOvers.get(handed);
        const stored = handOver && (await state.cards.get(handOver.card_token));
        if (!handOver || !stored) throw new Refusal(404, { error: 'No card was handed over by that.' });
        await state.handOvers.remove(handed);
        const { status } = await tokenize(state, stored, walletRequest(stored, handOver.wallet));
        return { status };
      });
    }),
  );
  return router;
}
