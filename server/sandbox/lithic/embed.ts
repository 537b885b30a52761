import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { Html, html, inlineJson } from '../core/page.ts';
import { emit } from './events.ts';
import { notFound, parse, refuse } from './refusal.ts';
import type { LithicState, StoredCard } from './state.ts';

const embedRequest = z.strictObject({
  token: z.uuid(),
  expiration: z.iso.datetime({ offset: true }),
  css: z.url({ protocol: /^https?$/ }).optional(),
  target_origin: z.string().optional(),
});

/** How long an address opens the frame unless it says otherwise, in ms. */
const usualLifeMs = 60_000;

const style = new Html(readFileSync(new URL('embed.css', import.meta.url), 'utf8'));
const script = new Html(readFileSync(new URL('embed.client.js', import.meta.url), 'utf8'));

function matches(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/**
 * Renders the card as the issuer documents it: five elements with these ids and this class, and nothing else to rely on. A
 * style sheet of the program replaces the default one. The parts are buttons here so that keys reach them too.
 */
function cardPage({ card }: StoredCard, { css, targetOrigin, nonce }: { css: string | undefined; targetOrigin: string | undefined; nonce: string }): string {
  const groups = card.pan.match(/.{4}/g) ?? [];
  const separator = html`<span class="pan-separator"></span>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card · Sandbox</title>
<link rel="icon" href="data:,">
${css === undefined ? html`<style nonce="${nonce}">${style}</style>` : html`<link rel="stylesheet" type="text/css" href="${css}">`}
<style nonce="${nonce}">#alert { display: none; }</style>
</head>
<body>
<div id="card">
<div id="pan" role="button" tabindex="0">${groups.map((group, index) => [index > 0 && separator, group])}</div>
<div id="expiry"><span id="month" role="button" tabindex="0">${card.exp_month}</span><span id="separator">/</span><span id="year" role="button" tabindex="0">${card.exp_year.slice(-2)}</span></div>
<div id="cvv" role="button" tabindex="0">${card.cvv}</div>
<div id="alert" class="empty"></div>
</div>
<script nonce="${nonce}">const targetOrigin = ${inlineJson(targetOrigin ?? null)};
${script}</script>
</body>
</html>
`.text;
}

/** Serves GET /v1/embed/card. It needs no API key: the signature is the permission. */
export function embedRoutes(state: LithicState): Router {
  const router = Router();
  const { core, cards } = state;
  router.get(
    '/embed/card',
    handle(async ({ query, ip }, response) => {
      const decoded = Buffer.from(String(query.embed_request ?? ''), 'base64');
      const expected = createHmac('sha256', core.config.lithic.apiKey).update(decoded).digest();
      if (!matches(String(query.hmac ?? ''), expected)) throw refuse(401, 'Invalid HMAC');
      const request = parse(embedRequest, readJson(decoded.toString()));
      const stored = await cards.get(request.token);
      const expiredToMs = Math.max(core.clock.machineNow().getTime(), stored?.framesExpiredToMs ?? 0);
      if (Date.parse(request.expiration) <= expiredToMs) throw refuse(401, 'The embed request has expired');
      if (!stored) throw notFound();
      const nonce = randomBytes(16).toString('base64');
      response.set({
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}' http: https:; img-src http: https: data:; font-src http: https: data:`,
      });
      await emit(state, {
        event_type: 'embed.viewed',
        session_id: randomUUID(),
        card_token: stored.card.token,
        account_token: stored.card.account_token,
        embed_type: 'PAN',
        device_details: { ip_address: ip ?? '' },
      });
      response.type('html').send(cardPage(stored, { css: request.css, targetOrigin: request.target_origin, nonce }));
    }),
  );
  return router;
}

/** Lets a minute pass for the addresses of a card's frame: those signed until now are refused from now on. */
export function expireFrames({ core, cards }: LithicState, token: string): Promise<StoredCard | undefined> {
  return cards.update(token, (stored) => ({ ...stored, framesExpiredToMs: core.clock.machineNow().getTime() + usualLifeMs }));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(400, 'embed_request is not JSON');
  }
}
