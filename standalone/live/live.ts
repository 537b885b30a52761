import { createContext, useContext } from 'react';

/** Whether the page hears of changes by itself. */
export const LiveContext = createContext(false);

/** Returns an interval for a query that must ask for changes, or false while the page hears of them by itself. */
export function usePollInterval(intervalMs: number): number | false {
  return useContext(LiveContext) ? false : intervalMs;
}
