import { useSyncExternalStore } from 'react';

const nothingChanges = () => () => undefined;

/** Whether the page hears what is pressed: false in the server's HTML, true once React has taken it over. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
