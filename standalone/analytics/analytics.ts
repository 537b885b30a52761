import { createContext, useContext } from 'react';
import type { ProductAnalytics } from './productAnalytics.ts';
import type { SessionRecording } from './sessionRecording.ts';

export interface Analytics {
  product: ProductAnalytics;
  recording: SessionRecording;
}

export const AnalyticsContext = createContext<Analytics | undefined>(undefined);

export function useAnalytics(): Analytics {
  const analytics = useContext(AnalyticsContext);
  if (!analytics) throw new Error('useAnalytics is used outside of its provider');
  return analytics;
}
