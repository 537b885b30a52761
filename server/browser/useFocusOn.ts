import { useEffect, useRef } from 'react';

/**
 * Gives the focus to what answers a press whose own button is gone by then: the browser would give it to the whole document, and a
 * person with a keyboard or a screen reader would start from its top.
 *
 * @param id the element's; it takes the focus by itself or by `tabIndex={-1}`.
 * @param answer what was last answered; null while nothing is. Each other answer than the one before takes the focus.
 * @param before what was answered before the element was there: a page that opens takes no focus unless this is another.
 */
export function useFocusOn(id: string, answer: string | null, before = answer): void {
  const last = useRef(before);
  useEffect(() => {
    const isNew = answer !== null && answer !== last.current;
    last.current = answer;
    if (!isNew) return undefined;
    const focus = () => document.getElementById(id)?.focus();
    focus();
    // A dialog that closes with the answer gives the focus back a moment later.
    const afterDialog = setTimeout(focus);
    return () => clearTimeout(afterDialog);
  }, [id, answer]);
}
