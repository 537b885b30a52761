import { useEffect, useRef } from 'react';
import styled from 'styled-components';

/** A box with a long text, scrolled by pointer or keyboard. Print shows the whole text. */
export const ScrollBox = styled.section.attrs({ tabIndex: 0 })`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  max-height: clamp(14rem, 100vh - 38rem, 34rem);
  min-height: 12rem;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: 0.25rem 1.25rem 1.25rem;

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary};
    outline-offset: 2px;
  }

  @media (min-width: 900px) {
    padding: 0.75rem 2rem 2rem;
  }

  @media print {
    border: 0;
    max-height: none;
    overflow: visible;
    padding: 0;
  }
`;

/** Marks the end of a ScrollBox. Calls `onSeen` when the end scrolls into view on a screen, at once when everything fits. */
export function EndMark({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current) return undefined;
    const look = (entries: IntersectionObserverEntry[]) => {
      // Printing scrolls everything into view; do not count that as read.
      if (!window.matchMedia('print').matches && entries.some(({ isIntersecting }) => isIntersecting)) onSeen();
    };
    // Some screens stop a fraction of a pixel before the end.
    const watching = new IntersectionObserver(look, { root: mark.current.parentElement, rootMargin: '0px 0px 16px' });
    watching.observe(mark.current);
    return () => watching.disconnect();
  }, [onSeen]);
  return <div ref={mark} />;
}
