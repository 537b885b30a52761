import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { headingOf, sections } from './sections.ts';

/** Scrolls to the section that the address names and focuses its heading: at the first load too, and on each further visit. */
export function useSectionOfAddress(): void {
  // Another object on each visit, also on a second one to the same section.
  const location = useLocation();
  useEffect(() => {
    const section = sections.find(({ id }) => `#${id}` === location.hash);
    if (!section) return;
    document.getElementById(headingOf(section.id))?.focus({ preventScroll: true });
    document.getElementById(section.id)?.scrollIntoView();
  }, [location]);
}
