import type { PageDescription } from '../server/contract/program.ts';

/** What the server wrote into this page: the program of the host, and where the browser's third parties are. */
export function pageDescription(page: Document): PageDescription {
  const written = page.getElementById('page')?.textContent;
  if (!written) throw new Error('the page does not say which program it belongs to');
  // Our own server wrote it from this very type; checking it here would cost every visitor the schemas.
  return JSON.parse(written) as PageDescription;
}
