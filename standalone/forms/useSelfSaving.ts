import { useRef, useState } from 'react';
import type { CallFailure } from '../../server/browser/callFailure.ts';
import { useIntent } from './useIntent.ts';

export interface SelfSaving<Value> {
  /** The last choice while it is being saved; else the saved value. */
  value: Value;
  choose(value: Value): void;
  /** Why the last choice could not be saved; null when it was. */
  problem: CallFailure | null;
}

/**
 * Saves a setting as soon as it is chosen, and shows it at once, so that the press is seen to have worked. A choice made while
 * another choice is on its way is saved after it: the last one holds. A choice that cannot be saved is taken back.
 */
export function useSelfSaving<Value>(saved: Value, save: (value: Value) => Promise<void>): SelfSaving<Value> {
  const saving = useIntent(save);
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  const last = useRef<{ value: Value } | null>(null);

  async function saveLast() {
    for (let sent: { value: Value } | null = null; last.current !== null && last.current !== sent; ) {
      sent = last.current;
      const { ok } = await saving.run(sent.value);
      if (!ok && last.current === sent) break;
    }
    last.current = null;
    setChosen(null);
  }

  return {
    value: chosen === null ? saved : chosen.value,
    choose(value) {
      const isSaving = last.current !== null;
      last.current = { value };
      setChosen(last.current);
      if (!isSaving) void saveLast();
    },
    problem: saving.problem,
  };
}
