import type { PageDescription } from '../server/contract/program.ts';

/** Returns the description that the server wrote into this page: the host's program and the addresses of third parties. */
export function pageDescription(page: Document): PageDescription {
  const written = page.getElementById('page')?.textContent;
  if (!written) throw new Error('the page has no #page element with its description');
  // Our own server wrote it from this type; checking it here would make every visitor load the schemas.
  return JSON.parse(written) as PageDescription;
}
