import { readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { Html, html } from '../core/page.ts';
import type { HostedDesign } from './hostedDesign.ts';
import type { Tenant } from './tenants.ts';

const stylesheet = readFileSync(new URL('hosted.css', import.meta.url), 'utf8');

type Shades = HostedDesign['light']['form'];

/** Returns colors as custom properties. Lines and dim text are mixed from the ink. */
const shades = ({ primary, onPrimary, canvas, surface, ink }: Shades, bad: string) =>
  `--primary:${primary};--on-primary:${onPrimary};--canvas:${canvas};--surface:${surface};--ink:${ink};--bad:${bad};` +
  `--dim:color-mix(in srgb, ${ink} 74%, ${surface});--line:color-mix(in srgb, ${ink} 16%, ${surface});--field:color-mix(in srgb, ${ink} 55%, ${surface})`;

const badInLight = '#b3261e';
const badInDark = '#ff9d94';

const dataUrl = (type: string, content: Buffer | string) => `data:${type};base64,${Buffer.from(content).toString('base64')}`;
const svgUrl = (svg: string) => dataUrl('image/svg+xml', svg);

/** Returns the program's colors, for light and dark, and its letters. */
function style({ light, dark, fonts, headingGeneric, corner_px }: HostedDesign): Html {
  const font = (family: string, weight: string, file: Buffer) =>
    `@font-face{font-family:${family};font-weight:${weight};src:url("${dataUrl('font/woff2', file)}") format("woff2")}`;
  return new Html(
    `${font('Heading', '600', fonts.heading)}${font('Text', '200 900', fonts.text)}` +
      `:root{color-scheme:light dark;--corner:${corner_px}px;--heading:Heading,${headingGeneric};${shades(light.page, badInLight)}}main{${shades(light.form, badInLight)}}` +
      `@media (prefers-color-scheme:dark){:root{${shades(dark.page, badInDark)}}main{${shades(dark.form, badInDark)}}}`,
  );
}

export interface HostedPage {
  title: string;
  body: Html;
  wide?: boolean;
  status?: number;
}

/** Sends a page of the program's authentication host, in the program's own style. Forbids framing, because it takes passwords. */
export function sendHosted(response: Response, { design }: Tenant, { title, body, wide = false, status = 200 }: HostedPage): void {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${design.name}</title>
<link rel="icon" type="image/svg+xml" href="${svgUrl(design.logo.favicon)}">
<style>${style(design)}${new Html(stylesheet)}</style>
</head>
<body>
<aside class="sandbox" aria-label="About this page"><strong>Sandbox</strong> · sign-in for trying things out; use no password you use elsewhere</aside>
<div class="frame">
<header class="brand"><picture><source media="(prefers-color-scheme: dark)" srcset="${svgUrl(design.logo.dark)}"><img src="${svgUrl(design.logo.light)}" alt="${design.name}"></picture></header>
<main class="${wide ? 'wide' : ''}">
${body}
</main>
</div>
</body>
</html>
`;
  response.status(status).set({ 'Cache-Control': 'no-store', 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "frame-ancestors 'none'" });
  response.type('html').send(page.text);
}

export type FieldErrors = Readonly<Record<string, string[] | undefined>>;

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'url';
  autocomplete?: string;
  value?: string | undefined;
  hint?: string;
}

/** Returns a labeled field; its error is shown below it and announced with it. */
export function field({ name, label, type = 'text', autocomplete = 'off', value = '', hint }: Field, errors: FieldErrors = {}): Html {
  const wrong = errors[name]?.join(' ');
  const described = [hint && `${name}-hint`, wrong && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${type === 'password' ? '' : value}"${described !== '' && html` aria-describedby="${described}"`}${wrong && html` aria-invalid="true"`}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${wrong && html`<p class="error" id="${name}-error">${wrong}</p>`}
</div>`;
}

export const problem = (text: string | undefined): Html | undefined => (text === undefined ? undefined : html`<p class="notice bad" role="alert">${text}</p>`);
export const notice = (text: string | undefined): Html | undefined => (text === undefined ? undefined : html`<p class="notice" role="status">${text}</p>`);

/** Returns a text field of a submitted form, trimmed; passwords keep their spaces. */
export function formText(request: Request, name: string): string {
  const value: unknown = request.body?.[name];
  if (typeof value !== 'string') return '';
  return name === 'password' ? value : value.trim();
}

export const queryText = (request: Request, name: string): string | undefined => {
  const value = request.query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns a path with those parameters that are defined. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return query.size === 0 ? path : `${path}?${query}`;
}
