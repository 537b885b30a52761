import { useEffect, useReducer, useRef } from 'react';
import { caretAfterFormat } from '../../domain/forms/typedGovernmentId.ts';

/**
 * Returns a function that formats what a person types into an input and then keeps the caret behind the same digits. Without a
 * format, or in an input whose type has no caret that can be read or set (such as email), it leaves the caret to the browser.
 */
export function useFormattedTyping(format: ((typed: string) => string) | undefined): (input: HTMLInputElement, typed: string) => string {
  const wanted = useRef<{ input: HTMLInputElement; place: number } | null>(null);
  // A deleted dash comes back, and then the value is as before: draw anyway, because the browser has moved the caret.
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const caret = wanted.current;
    wanted.current = null;
    if (caret && document.activeElement === caret.input) caret.input.setSelectionRange(caret.place, caret.place);
  });
  return (input, typed) => {
    if (!format) return typed;
    const formatted = format(typed);
    if (input.selectionStart === null) return formatted;
    wanted.current = { input, place: caretAfterFormat(typed, input.selectionStart, formatted) };
    drawAgain();
    return formatted;
  };
}
