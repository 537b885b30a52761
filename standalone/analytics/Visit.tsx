import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAnalytics } from './analytics.ts';

/** Stands beside a page that is shown: one view is counted, and of the dashboard a recording begins. `receiverId` is null before it is known who looks. */
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
