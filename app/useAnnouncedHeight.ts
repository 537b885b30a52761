import { useEffect, useRef } from 'react';

/**
 * Returns the ref of an element that tells the window whenever its height changes. Polaris works out whether a table's headings stick
 * when the page scrolls or its window changes size alone: headings placed before the tabs above them had a height would cover the tabs.
 */
export function useAnnouncedHeight() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(() => window.dispatchEvent(new Event('resize')));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}
