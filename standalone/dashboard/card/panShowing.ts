import { useEffect, useState } from 'react';
import { addressWithoutPan, addressWithPan, readGlobalQuery } from '../../../server/domain/access/queryNames.ts';
import { numberShownSeconds } from '../../../server/domain/card/card.ts';
import { useGlobalQuery } from '../../session/useGlobalQuery.ts';

// The card number is shown by the address alone, for a minute. Showing and hiding load the page anew, so that nothing that
// measures runs beside the number: neither was it started before, nor does it start while the number is there.

/** When the number has to be hidden, in milliseconds since 1970; null while this page may not show it. */
let shownUntil: number | null = readDeadline();

/** Returns the deadline of a page that was just loaded. Going back in history shows nothing again, and a reload gives no more time. */
function readDeadline(): number | null {
  if (!readGlobalQuery(window.location.search).showPan) return null;
  const type = performance.getEntriesByType('navigation').map((entry) => entry.toJSON().type)[0];
  if (type === 'back_forward') return null;
  const kept: unknown = window.history.state?.panShownUntil;
  const deadline = typeof kept === 'number' ? kept : Date.now() + numberShownSeconds * 1_000;
  window.history.replaceState({ ...window.history.state, panShownUntil: deadline }, '');
  return deadline;
}

/** Loads the page anew with the card number. It takes the place of this one in the history. */
export function showPan(): void {
  window.location.replace(addressWithPan(window.location.href));
}

/** Loads the page anew without the card number. */
export function hidePan(): void {
  window.location.replace(addressWithoutPan(window.location.href));
}

/** Tells whether the page shows the card number: the address asks for it, and its minute is not over. */
export function useIsPanShown(): boolean {
  const isAsked = useGlobalQuery().showPan;
  return isAsked && shownUntil !== null;
}

/** Hides the card number when its minute is over, and when the page comes back from the history. For the frame of all pages. */
export function usePanDeadline(): void {
  const isAsked = useGlobalQuery().showPan;
  useEffect(() => {
    if (!isAsked) {
      shownUntil = null;
      return;
    }
    if (shownUntil === null) return hidePan();
    const timer = setTimeout(hidePan, Math.max(0, shownUntil - Date.now()));
    const hideRestored = ({ persisted }: PageTransitionEvent) => persisted && hidePan();
    window.addEventListener('pageshow', hideRestored);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', hideRestored);
    };
  }, [isAsked]);
}

const secondsLeft = () => Math.max(0, Math.ceil(((shownUntil ?? 0) - Date.now()) / 1_000));

/** Returns the whole seconds until the number is hidden. */
export function usePanSeconds(): number {
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
