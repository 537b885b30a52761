declare global {
  interface Window {
    /** Set by the script of the store provider. */
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
  /** Where the merchant is known to sell; chosen in the window when left out. */
  platform?: string;
  /** May be told twice of the same token. */
  onConnected: (publicToken: string) => void;
  onLeft: () => void;
}

/**
 * Fetches the store provider's script. What it answers opens the popup, and has to be called right in the click, since
 * browsers block popups that come later.
 */
export async function loadStoreWindow(): Promise<(options: StoreWindowOptions) => void> {
  await import('@rutter/rutter-link');
  const { Rutter } = window;
  if (!Rutter) throw new Error('the script of the store link does nothing');
  return ({ url, publicKey, platform, onConnected, onLeft }) => {
    Rutter.create({ publicKey, dev: { openUrl: url }, onLoad: () => undefined, onSuccess: onConnected, onExit: onLeft }).open({
      ...(platform !== undefined && { platform }),
    });
  };
}
