import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAnalytics } from './analytics.ts';

/** Counts one view of the page beside it and, on the dashboard, starts the recording. `receiverId` is null until the visitor is known. */
export function Visit({ receiverId }: { receiverId: string | null }) {
  const { product, recording } = useAnalytics();
  const { pathname } = useLocation();

  useEffect(() => {
    if (receiverId) product.identify(receiverId);
  }, [product, receiverId]);

  useEffect(() => product.pageview(pathname), [product, pathname]);

  const isDashboard = pathname === '/' && receiverId !== null;
  useEffect(() => {
    if (!isDashboard) return;
    recording.start();
    return recording.pause;
  }, [recording, isDashboard]);

  return null;
}
