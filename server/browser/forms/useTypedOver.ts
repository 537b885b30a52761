import { useState } from 'react';

interface TypedOver<Fields> {
  /** The form's values: typed where a person typed, else as saved. */
  typed: Fields;
  type(changes: Partial<Fields>): void;
  /** Shows what is saved. */
  discard(): void;
}

/** Returns the state of a form over what is saved. When that changes, by this form or elsewhere, what was typed over the old values is dropped. */
export function useTypedOver<Fields extends object>(saved: Fields): TypedOver<Fields> {
  const basis = JSON.stringify(saved);
  const [kept, setKept] = useState<{ basis: string; fields: Fields } | null>(null);
  const typed = kept?.basis === basis ? kept.fields : saved;
  return {
    typed,
    type: (changes) => setKept({ basis, fields: { ...typed, ...changes } }),
    discard: () => setKept(null),
  };
}
