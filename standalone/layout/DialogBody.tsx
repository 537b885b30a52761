import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';

/** The content of a BigDesign dialog. Gives the dialog its title as the accessible name, which BigDesign leaves out. */
export function DialogBody({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const shown = useRef<HTMLDivElement | null>(null);
  const nameDialog = useCallback(
    (body: HTMLDivElement | null) => {
      shown.current = body;
      body?.closest('[role="dialog"]')?.setAttribute('aria-label', title);
    },
    [title],
  );
  useOpenAtStart(shown);
  return (
    <div ref={nameDialog} {...(className !== undefined && { className })}>
      {children}
    </div>
  );
}

/** Shows a dialog from its beginning. It focuses its first field as it opens, and the browser scrolls there, past the words that say what will happen. */
function useOpenAtStart(shown: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const body = shown.current;
    const dialog = body?.closest('[role="dialog"]');
    if (!body || !dialog || dialog.contains(document.activeElement)) return;
    // The browser scrolls after the event.
    const scrollBack = () => requestAnimationFrame(() => body.parentElement?.scrollTo({ top: 0 }));
    dialog.addEventListener('focusin', scrollBack, { once: true });
    return () => dialog.removeEventListener('focusin', scrollBack);
  }, [shown]);
}
