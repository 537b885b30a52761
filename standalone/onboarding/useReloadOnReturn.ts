import { useEffect } from 'react';
import { useReceiver } from '../session/receiver.ts';

/** Reloads the record when the merchant returns to this tab, because the step may have been done in another tab. */
export function useReloadOnReturn(): void {
  const { reload } = useReceiver();
  useEffect(() => {
    const reloadIfVisible = () => {
      // A failed reload changes nothing; the next return tries again.
      if (document.visibilityState === 'visible') reload().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', reloadIfVisible);
    window.addEventListener('focus', reloadIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible);
      window.removeEventListener('focus', reloadIfVisible);
    };
  }, [reload]);
}
