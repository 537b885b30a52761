import { useSyncExternalStore } from 'react';
import type { ColorScheme } from './theme.ts';

const schemeOf = ({ matches }: { matches: boolean }): ColorScheme => (matches ? 'dark' : 'light');

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

// The query is read once: where one part of a page reads it after a change and before its telling, Chromium tells the others nothing, and
// they would stay in the old colors.
let scheme = schemeOf(darkQuery);
darkQuery.addEventListener('change', (change) => {
  scheme = schemeOf(change);
});

function subscribe(changed: () => void) {
  darkQuery.addEventListener('change', changed);
  return () => darkQuery.removeEventListener('change', changed);
}

/** Returns the color scheme of the visitor's system, and follows its changes while the page is open. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, () => scheme);
}
