import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { headingOf, sections } from './sections.ts';

/** By then what stands above a section has been read, in milliseconds. */
const settledMs = 10_000;

/** Events by which a person scrolls or moves the focus. */
const moves = ['wheel', 'pointerdown', 'keydown'] as const;

/** Keeps a section at the top while what stands above it is still read, until the person moves on; returns the function that ends this. */
function keepAtTop(section: HTMLElement): () => void {
  const watch = new ResizeObserver(() => section.scrollIntoView());
  if (section.parentElement) watch.observe(section.parentElement);
  const end = () => watch.disconnect();
  for (const move of moves) window.addEventListener(move, end, { once: true, passive: true });
  const settled = setTimeout(end, settledMs);
  return () => {
    end();
    clearTimeout(settled);
    for (const move of moves) window.removeEventListener(move, end);
  };
}

/** Scrolls to the section that the address names and focuses its heading: at the first load too, and on each further visit. */
export function useSectionOfAddress(): void {
  // Another object on each visit, also on a second one to the same section.
  const location = useLocation();
  useEffect(() => {
    const named = sections.find(({ id }) => `#${id}` === location.hash);
    const section = named && document.getElementById(named.id);
    if (!section) return undefined;
    document.getElementById(headingOf(named.id))?.focus({ preventScroll: true });
    section.scrollIntoView();
    return keepAtTop(section);
  }, [location]);
}
