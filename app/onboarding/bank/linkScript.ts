import type {} from 'react-plaid-link';

/** What the bank provider's script sets. */
type LinkLibrary = Window['Plaid'];

let loading: Promise<LinkLibrary> | null = null;

/** The bank provider's library. Loaded once; a failed load may be tried again. */
export function loadLinkLibrary(url: string): Promise<LinkLibrary> {
  loading ??= addScript(url).catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

function addScript(url: string): Promise<LinkLibrary> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => ('Plaid' in window ? resolve(window.Plaid) : reject(new Error('the script of the bank link does nothing')));
    script.onerror = () => reject(new Error('the script of the bank link could not be loaded'));
    document.head.append(script);
  });
}
