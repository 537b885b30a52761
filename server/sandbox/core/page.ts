import { readFileSync } from 'node:fs';
import type { Response } from 'express';

/** HTML built by `html`, safe to insert into another piece unescaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | readonly Piece[] | null | undefined | false;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function pieceText(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(pieceText).join('');
  return String(piece).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Builds HTML from a template. Escapes its values, except pieces made by `html` itself and lists of them. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.map((text, index) => text + pieceText(pieces[index])).join(''));
}

/** Returns JSON for an inline script; no value can end the script. */
export const inlineJson = (value: unknown): Html => new Html(JSON.stringify(value).replace(/</g, '\\u003c'));

const stylesheet = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/**
 * Returns a whole page in the sandbox's style. Says "Sandbox" at the top, so that nobody mistakes it for the
 * provider's. `compact` is for windows inside the product's own page.
 */
export function page({ title, body, head, compact = false }: { title: string; body: Html; head?: Html; compact?: boolean }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox</title>
<link rel="icon" href="data:,">
<style>${new Html(stylesheet)}</style>
${head}
</head>
<body class="${compact ? 'compact' : ''}">
<header class="banner"><strong>Sandbox</strong> <span>${compact ? 'Nothing here is real.' : 'Nothing here is real: no bank, no card, no money.'}</span>${compact ? '' : html` <a href="/">Control page</a>`}</header>
<main>
${body}
</main>
</body>
</html>
`.text;
}

export const sendPage = (response: Response, content: Parameters<typeof page>[0]): void => void response.type('html').send(page(content));
