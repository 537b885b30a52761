import { useEffect, useRef } from 'react';

interface Place {
  pathname: string;
  hash: string;
}

/**
 * Shows a page that was opened by a link from its top, as a browser does that loads one: the router leaves the window where the page
 * before was scrolled to. A part that the address names is for the page to show, and going back is the browser's.
 *
 * @param way how the router came to this place: `POP` is back or forward, or a page that was loaded.
 */
export function useTopOfPage({ pathname, hash }: Place, way: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (way !== 'POP' && hash === '') window.scrollTo({ top: 0 });
  }, [pathname, hash, way]);
}
