import { useEffect } from 'react';

/** Closes the alerts that the browser shows, and takes their number off the site's icon, whenever the dashboard is looked at: what they told of is on its pages. */
export function useSeenAlerts(): void {
  useEffect(() => {
    // A browser that keeps none, or a site that is not on a home screen, has nothing to take away.
    const seen = () => void takeAway().catch(() => undefined);
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
}

async function takeAway(): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  for (const worker of await navigator.serviceWorker.getRegistrations()) for (const alert of await worker.getNotifications()) alert.close();
  await navigator.clearAppBadge?.();
}
