import type { CurrentProgram } from '../services/deps.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Content {
  heading: string;
  /** The text below the heading, by paragraph. */
  paragraphs: readonly string[];
}

function style({ colours: { light, dark }, cornerRadiusPx }: CurrentProgram): string {
  return `
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; color: ${light.ink}; background: ${light.canvas} }
  main { box-sizing: border-box; width: min(28rem, calc(100vw - 2rem)); margin: 1rem; padding: 2rem; background: ${light.surface}; border-top: 4px solid ${light.primary}; border-radius: ${cornerRadiusPx}px }
  img { display: block; height: 2rem; margin-bottom: 1.5rem } .dark { display: none }
  h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 } p { margin: 0 0 .75rem } p:last-child { margin: 0 }
  @media (prefers-color-scheme: dark) {
    body { color: ${dark.ink}; background: ${dark.canvas} } main { background: ${dark.surface}; border-color: ${dark.primary} }
    .light { display: none } .dark { display: block }
  }`;
}

/** Returns a page for the control panel's frame in the program's colours, for when no dashboard can be shown. */
export function controlPanelPage(program: CurrentProgram, nonce: string, { heading, paragraphs }: Content): string {
  const logo = (scheme: 'light' | 'dark') => `<img class="${scheme}" src="${escapeHtml(program.logo[scheme])}" alt="${escapeHtml(program.name)}">`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(program.name)}</title>
<style nonce="${nonce}">${style(program)}</style></head><body><main>${logo('light')}${logo('dark')}<h1>${escapeHtml(heading)}</h1>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</main></body></html>`;
}
