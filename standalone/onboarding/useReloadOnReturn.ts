import { useEffect } from 'react';
import { useReceiver } from '../session/receiver.ts';

/** Looks at the record anew when the merchant comes back to this tab: the step may have been taken in another one meanwhile. */
export function useReloadOnReturn(): void {
  const { reload } = useReceiver();
  useEffect(() => {
    const look = () => {
      // A failed look shows nothing new; the next one may.
      if (document.visibilityState === 'visible') reload().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [reload]);
}
