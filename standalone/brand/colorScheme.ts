import { useSyncExternalStore } from 'react';
import type { ColorScheme } from './theme.ts';

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void) {
  darkQuery.addEventListener('change', changed);
  return () => darkQuery.removeEventListener('change', changed);
}

/** Returns the color scheme of the visitor's system, and follows its changes while the page is open. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, () => (darkQuery.matches ? 'dark' : 'light'));
}
