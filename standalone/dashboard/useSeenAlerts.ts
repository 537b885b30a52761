import { useEffect } from 'react';

/** Takes the number of alerts off the site's icon whenever the dashboard is looked at: what they told of is on its pages. */
export function useSeenAlerts(): void {
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState !== 'visible' || !('clearAppBadge' in navigator)) return;
      // A site that is not on a home screen has no badge.
      navigator.clearAppBadge().catch(() => undefined);
    };
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
}
