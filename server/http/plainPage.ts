import type { Response } from 'express';
import { escapeHtml } from '../domain/basics/escapeHtml.ts';
import type { CurrentProgram } from '../services/deps.ts';

/** The texts and the controls of a plain page. */
export interface PlainContent {
  heading: string;
  /** The text below the heading, by paragraph. */
  paragraphs: readonly string[];
  /** A button that sends the page's own address by POST, with the one field that mailboxes send too. */
  button?: string;
  /** A field that the button sends as well. */
  field?: { name: string; label: string; type: string };
  /** A link below the text. */
  link?: { label: string; href: string };
}

function style({ colors: { light, dark }, cornerRadiusPx }: CurrentProgram): string {
  return `
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; color: ${light.ink}; background: ${light.canvas} }
  main { box-sizing: border-box; width: min(28rem, calc(100vw - 2rem)); margin: 1rem; padding: 2rem; background: ${light.surface}; border-top: 4px solid ${light.primary}; border-radius: ${cornerRadiusPx}px }
  img { display: block; height: 2rem; margin-bottom: 1.5rem } .dark { display: none }
  h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 } p { margin: 0 0 .75rem } p:last-child { margin: 0 } a { color: ${light.primary} } form { margin: 1.25rem 0 }
  label { display: block; margin: 0 0 1rem; font-weight: 600 } label input { box-sizing: border-box; display: block; width: 100%; margin: .25rem 0 0; padding: .625rem .75rem; border: 1px solid ${light.ink}; border-radius: ${cornerRadiusPx}px; background: ${light.surface}; color: ${light.ink}; font: inherit }
  button { padding: .75rem 1.25rem; border: 0; border-radius: ${cornerRadiusPx}px; background: ${light.primary}; color: ${light.surface}; font: inherit; font-weight: 600; cursor: pointer }
  a:focus-visible, button:focus-visible { outline: 2px solid ${light.primary}; outline-offset: 2px }
  @media (prefers-color-scheme: dark) {
    body { color: ${dark.ink}; background: ${dark.canvas} } main { background: ${dark.surface}; border-color: ${dark.primary} }
    label input { border-color: ${dark.ink}; background: ${dark.surface}; color: ${dark.ink} } a { color: ${dark.primary} } button { background: ${dark.primary}; color: ${dark.surface} } a:focus-visible, button:focus-visible { outline-color: ${dark.primary} }
    .light { display: none } .dark { display: block }
  }`;
}

/** Returns a page in the program's colors that needs no script: for a control panel's frame without a dashboard, and for links of mails that work without signing in. */
function plainPage(program: CurrentProgram, nonce: string, { heading, paragraphs, button, field, link }: PlainContent): string {
  const logo = (scheme: 'light' | 'dark') => `<img class="${scheme}" src="${escapeHtml(program.logo[scheme])}" alt="${escapeHtml(program.name)}">`;
  const input = field
    ? `<label>${escapeHtml(field.label)}<input name="${escapeHtml(field.name)}" type="${escapeHtml(field.type)}" autocomplete="email" required maxlength="254"></label>`
    : '<input type="hidden" name="List-Unsubscribe" value="One-Click">';
  const form = button ? `<form method="post">${input}<button>${escapeHtml(button)}</button></form>` : '';
  const further = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(program.name)}</title>
<style nonce="${nonce}">${style(program)}</style></head><body><main>${logo('light')}${logo('dark')}<h1>${escapeHtml(heading)}</h1>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}${form}${further}</main></body></html>`;
}

/** Sends a plain page of the program of the request's host. */
export function sendPlainPage(response: Response, content: PlainContent): void {
  const { program, nonce } = response.locals;
  response.type('html').send(plainPage(program, nonce, content));
}
