/** The idempotency keys of an input that must take effect once, however often it is sent. */
export interface IntentKeys<Answer> {
  /** Returns the key for an input. The same input keeps its key until it has succeeded, so that a lost answer can be asked for again; another input gets a new key. */
  keyOf(input: unknown): string;
  /** Reports that the last input has taken effect, so that the next one gets a new key. */
  succeeded(): void;
  /** Sends an input. The same input, while it is under way, joins that call: a double click is one press. */
  once(input: unknown, send: () => Promise<Answer>): Promise<Answer>;
}

/** Creates the keys of one intent. `newKey` must return a unique key. */
export function intentKeys<Answer>(newKey: () => string): IntentKeys<Answer> {
  let open: { input: string; key: string } | null = null;
  let underWay: { key: string; answer: Promise<Answer> } | null = null;
  function keyOf(input: unknown): string {
    const written = JSON.stringify(input) ?? '';
    if (open?.input !== written) open = { input: written, key: newKey() };
    return open.key;
  }
  return {
    keyOf,
    succeeded() {
      open = null;
    },
    once(input, send) {
      const key = keyOf(input);
      if (underWay?.key === key) return underWay.answer;
      const answer = send().finally(() => {
        if (underWay?.key === key) underWay = null;
      });
      underWay = { key, answer };
      return answer;
    },
  };
}
