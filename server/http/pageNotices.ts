import { escapeHtml } from '../domain/basics/escapeHtml.ts';
import type { Program } from '../programs/index.ts';
import type { PageTemplate } from './frontends.ts';

/** The notice on top of a program's pages, by the program's key. An open page keeps its notice until it is loaded again. */
export type PageNotices = Map<Program['key'], string>;

const style = 'body > aside { padding: 0.5rem 1rem; background: #fff3cd; color: #3d2e00; font: 0.875rem/1.5 system-ui, sans-serif; text-align: center }';

/** Returns the template with the notice of the page's program, where there is one. */
export function withNotice(template: PageTemplate, notices: Readonly<PageNotices>): PageTemplate {
  return async (url, program) => {
    const html = await template(url, program);
    const notice = notices.get(program.key);
    if (notice === undefined) return html;
    const shown = `<style nonce="{{NONCE}}">${style}</style><aside aria-label="Notice">${escapeHtml(notice)}</aside>`;
    return html.replace('<body>', () => `<body>${shown}`);
  };
}
