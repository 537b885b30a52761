import type {} from 'react-plaid-link';

/** The global that the bank provider's script sets. */
type LinkLibrary = Window['Plaid'];

const loading = new Map<string, Promise<LinkLibrary>>();

/** Loads the bank provider's library from the given address, once; after a failure the next call tries again. */
export function loadLinkLibrary(url: string): Promise<LinkLibrary> {
  const library = loading.get(url) ?? addScript(url);
  loading.set(url, library);
  library.catch(() => loading.delete(url));
  return library;
}

function addScript(url: string): Promise<LinkLibrary> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () =>
      'Plaid' in window ? resolve(window.Plaid) : reject(new Error('the script of the bank link has not defined window.Plaid')),
    );
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('the script of the bank link could not be loaded'));
    });
    document.head.append(script);
  });
}
