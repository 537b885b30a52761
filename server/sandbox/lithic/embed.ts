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

const style = new Html(readFileSync(new URL('embed.css', import.meta.url), 'utf8'));
const script = new Html(readFileSync(new URL('embed.client.js', import.meta.url), 'utf8'));

function matches(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Renders the card. Its element ids are the issuer's, so that a program's style sheet fits the real frame as well. */
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
<style nonce="${nonce}">${style}</style>
${css === undefined ? null : html`<link rel="stylesheet" href="${css}">`}
</head>
<body>
<div id="card">
<svg class="drawing" viewBox="0 0 340 214" aria-hidden="true" preserveAspectRatio="none">
<defs><linearGradient id="shine" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient></defs>
<path d="M-20 150 C80 90 180 230 380 90 L380 240 L-20 240Z" fill="#fff" opacity=".07"/>
<path d="M-20 180 C120 120 220 230 380 140 L380 240 L-20 240Z" fill="#fff" opacity=".07"/>
<rect width="340" height="214" fill="url(#shine)"/>
</svg>
<svg class="chip" viewBox="0 0 44 34" aria-hidden="true"><rect x="1" y="1" width="42" height="32" rx="6" fill="#e8cf8a" stroke="#a98a3a"/><path d="M1 12h14v10H1M43 12H29v10h14M15 1v32M29 1v32" fill="none" stroke="#a98a3a"/></svg>
<span class="badge">Sandbox</span>
<div id="pan" role="button" tabindex="0" aria-label="Copy the card number">${groups.map((group, index) => [index > 0 && separator, group])}</div>
<div id="expiry"><span id="month" role="button" tabindex="0" aria-label="Copy the month">${card.exp_month}</span><span id="separator">/</span><span id="year" role="button" tabindex="0" aria-label="Copy the year">${card.exp_year.slice(-2)}</span></div>
<div id="cvv" role="button" tabindex="0" aria-label="Copy the security code">${card.cvv}</div>
<div id="alert" class="empty" role="status"></div>
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
      if (Date.parse(request.expiration) <= core.clock.machineNow().getTime()) throw refuse(401, 'The embed request has expired');
      const stored = await cards.get(request.token);
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(400, 'embed_request is not JSON');
  }
}
