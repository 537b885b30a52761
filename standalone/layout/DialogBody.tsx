import { type ReactNode, useCallback } from 'react';

/** What stands in one of BigDesign's dialogs, which has no name for those who hear the page: it gets its title for one. */
export function DialogBody({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const nameDialog = useCallback((body: HTMLDivElement | null) => body?.closest('[role="dialog"]')?.setAttribute('aria-label', title), [title]);
  return (
    <div ref={nameDialog} {...(className !== undefined && { className })}>
      {children}
    </div>
  );
}
