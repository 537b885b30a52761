import type { Collection } from './store.ts';

export interface Settings<T extends object> {
  settings(): Promise<T>;
  /** Stores the change and returns all settings. */
  changeSettings(change: Partial<T>): Promise<T>;
}

/** Opens the settings of a stand-in: the usual ones until somebody changes them. */
export function openSettings<T extends object>(stored: Collection<Partial<T>>, usual: T): Settings<T> {
  const settings = async () => ({ ...usual, ...(await stored.get('all')) });
  return {
    settings,
    async changeSettings(change) {
      const next = { ...(await settings()), ...change };
      await stored.put('all', next);
      return next;
    },
  };
}
