import { useSyncExternalStore } from 'react';

const noSubscription = () => () => undefined;

/** Returns whether the page reacts to events: false in the server's HTML, true once React has hydrated it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
