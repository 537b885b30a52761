import type {} from 'react-plaid-link';
import { loadOutsideScript } from './outsideScript.ts';

/** The global that the bank provider's script sets. */
type LinkLibrary = Window['Plaid'];

const loading = new Map<string, Promise<LinkLibrary>>();

/** Loads the bank provider's library from the given address, once; after a failure the next call tries again. */
export function loadLinkLibrary(url: string): Promise<LinkLibrary> {
  const library = loading.get(url) ?? load(url);
  loading.set(url, library);
  library.catch(() => loading.delete(url));
  return library;
}

/**
 * Remembers what has the focus before the bank's window opens above the page. Returns what gives it back once the window is gone, which
 * takes the focus with it.
 */
export function keepOpener(): () => void {
  const opener = document.activeElement;
  // First draw the text that says why the window is gone.
  return () => void setTimeout(() => opener instanceof HTMLElement && opener.focus());
}

async function load(url: string): Promise<LinkLibrary> {
  await loadOutsideScript(url);
  if (!('Plaid' in window)) throw new Error('the script of the bank link has not defined window.Plaid');
  return window.Plaid;
}
