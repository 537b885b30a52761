import { useEffect, useRef } from 'react';

/** Returns the place of a history entry among those of the page, as the router numbers them; null for an entry that is not the router's. */
function placeOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null;
}

/**
 * Keeps the page while something would be lost with it. On the browser's Back or Forward it stays where it is and calls `onAsk`
 * with what goes on all the same; on a reload, or on the way to another site, the browser itself asks.
 */
export function useAskBeforeLeaving(isKept: boolean, onAsk: (goOn: () => void) => void): void {
  const ask = useRef(onAsk);
  ask.current = onAsk;
  useEffect(() => {
    if (!isKept) return undefined;
    const here = placeOf(window.history.state);
    const release = () => {
      window.removeEventListener('popstate', stay, { capture: true });
      window.removeEventListener('beforeunload', askByBrowser);
    };
    // Heard before the router hears it, which would show the other page.
    function stay(event: PopStateEvent) {
      const place = placeOf(event.state);
      if (here === null || place === null) return;
      event.stopImmediatePropagation();
      // The way back to this entry comes by here as well.
      if (place === here) return;
      window.history.go(here - place);
      ask.current(() => {
        release();
        window.history.go(place - here);
      });
    }
    window.addEventListener('popstate', stay, { capture: true });
    window.addEventListener('beforeunload', askByBrowser);
    return release;
  }, [isKept]);
}

const askByBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
