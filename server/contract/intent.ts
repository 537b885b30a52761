/** The idempotency keys of an input that must take effect once, however often it is sent. */
export interface IntentKeys {
  /** Returns the key for an input. The same input keeps its key until it has succeeded, so that a lost answer can be asked for again; another input gets a new key. */
  keyOf(input: unknown): string;
  /** Reports that the last input has taken effect, so that the next one gets a new key. */
  succeeded(): void;
}

/** Creates the keys of one intent. `newKey` must return a unique key. */
export function intentKeys(newKey: () => string): IntentKeys {
  let open: { input: string; key: string } | null = null;
  return {
    keyOf(input) {
      const written = JSON.stringify(input) ?? '';
      if (open?.input !== written) open = { input: written, key: newKey() };
      return open.key;
    },
    succeeded() {
      open = null;
    },
  };
}
