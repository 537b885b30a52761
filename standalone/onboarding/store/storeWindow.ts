declare global {
  interface Window {
    /** Set by the store provider's script. */
    Rutter?: {
      create(options: {
        publicKey: string;
        dev: { openUrl: string };
        onLoad: () => void;
        onSuccess: (publicToken: string) => void;
        onExit: (reason?: string) => void;
      }): { open(options: { platform?: string }): void };
    };
  }
}

interface StoreWindowOptions {
  url: string;
  publicKey: string;
  /** The platform on which the merchant is known to sell; left out, the merchant chooses it in the window. */
  platform?: string;
  /** Called with the public token; may be called twice with the same one. */
  onConnected: (publicToken: string) => void;
  onLeft: () => void;
}

/**
 * Loads the store provider's script and returns the function that opens the popup. Call that function synchronously in a click
 * handler: browsers block popups that open later. Throws when the script defines nothing.
 */
export async function loadStoreWindow(): Promise<(options: StoreWindowOptions) => void> {
  await import('@rutter/rutter-link');
  const { Rutter } = window;
  if (!Rutter) throw new Error('the script of the store link has not defined window.Rutter');
  return ({ url, publicKey, platform, onConnected, onLeft }) => {
    Rutter.create({ publicKey, dev: { openUrl: url }, onLoad: () => undefined, onSuccess: onConnected, onExit: onLeft }).open({
      ...(platform !== undefined && { platform }),
    });
  };
}
