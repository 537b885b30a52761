/** Something that is to have its effect once, however often it has to be sent. */
export interface IntentKeys {
  /** The key to send an input with. The same input keeps its key until it has succeeded, so that a lost answer can be asked for again; another input is another intent. */
  keyOf(input: unknown): string;
  /** What was sent last has had its effect. */
  succeeded(): void;
}

/** `newKey` makes a key that nobody else has. */
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
