import { type RefObject, useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { afterPress } from './afterPress.ts';
import { showRefusal } from './showRefusal.ts';

interface Sending {
  /** Why the form was not taken; null before and while it is sent. */
  readonly problem: object | null;
  /** Forgets it. */
  clear(): void;
}

/**
 * Follows why the form around it was not taken. The words take the focus, unless a field with its own mistake has it, so that they are seen
 * wherever they stand; they are forgotten once something else is typed and no field has a mistake anymore.
 * @returns the ref of the element with the words, which has `tabIndex={-1}`.
 */
export function useRefusal({ problem, clear }: Sending): RefObject<HTMLDivElement> {
  const words = useRef<HTMLDivElement>(null);
  const refused = useRef<string | null>(null);
  const typed = JSON.stringify(useWatch());
  const hasMistakes = Object.keys(useFormState().errors).length > 0;
  const isRefused = problem !== null;
  useEffect(() => {
    if (isRefused) showRefusal(words.current);
  }, [isRefused]);
  useEffect(() => {
    if (!isRefused) refused.current = null;
    else if (refused.current === null) refused.current = typed;
    else if (typed !== refused.current && !hasMistakes) afterPress(clear);
  }, [isRefused, typed, hasMistakes, clear]);
  return words;
}
