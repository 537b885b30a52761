import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAnalytics } from './analytics.ts';
import { mayRecord } from './mayMeasure.ts';

interface VisitProps {
  /** Our id of the merchant; null until the visitor is known. */
  receiverId: string | null;
}

/** Counts one view of the page beside it and, on the dashboard, starts the recording, unless its address is private: that of a customer whom staff view is. */
export function Visit({ receiverId }: VisitProps) {
  const { product, recording } = useAnalytics();
  const { pathname } = useLocation();

  useEffect(() => {
    if (receiverId) product.identify(receiverId);
  }, [product, receiverId]);

  useEffect(() => product.pageview(pathname), [product, pathname]);

  const isRecorded = pathname === '/' && receiverId !== null && mayRecord(window.location.href);
  useEffect(() => {
    if (!isRecorded) return;
    recording.start();
    return recording.pause;
  }, [recording, isRecorded]);

  return null;
}
