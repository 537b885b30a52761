import { type ReactNode, useCallback } from 'react';

/** The content of a BigDesign dialog. Gives the dialog its title as the accessible name, which BigDesign leaves out. */
export function DialogBody({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const nameDialog = useCallback((body: HTMLDivElement | null) => body?.closest('[role="dialog"]')?.setAttribute('aria-label', title), [title]);
  return (
    <div ref={nameDialog} {...(className !== undefined && { className })}>
      {children}
    </div>
  );
}
