import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** How often an open page is read again, in milliseconds: purchases, declines and debits happen elsewhere. */
export const newsIntervalMs = 15_000;

/** How often an open page is read again while a figure on it is being made, in milliseconds. */
export const figureIntervalMs = 2_500;

/** Reloads the page's data at an interval and when the merchant returns to the page, because what it waits for happens elsewhere. Null reloads only on return. */
export function usePolling(intervalMs: number | null): void {
  const { revalidate, state } = useRevalidator();
  // Reloading during a move would begin the move anew, and it reads the data anyway.
  const isMoving = useNavigation().state !== 'idle';
  const isIdle = useRef(true);
  isIdle.current = state === 'idle' && !isMoving;
  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible' && isIdle.current) revalidate();
    };
    const polling = intervalMs === null ? undefined : setInterval(reloadIfVisible, intervalMs);
    document.addEventListener('visibilitychange', reloadIfVisible);
    window.addEventListener('focus', reloadIfVisible);
    return () => {
      clearInterval(polling);
      document.removeEventListener('visibilitychange', reloadIfVisible);
      window.removeEventListener('focus', reloadIfVisible);
    };
  }, [revalidate, intervalMs]);
}
