import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Loads the page anew every so often, and when the merchant comes back to it: what is waited for happens elsewhere. Null only then. */
export function useLook(every_ms: number | null): void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useRef(true);
  isIdle.current = state === 'idle';
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && isIdle.current) revalidate();
    };
    const looking = every_ms === null ? undefined : setInterval(look, every_ms);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(looking);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [revalidate, every_ms]);
}
