import { Modal, type ModalAction } from '@bigcommerce/big-design';
import { type ReactNode, useCallback } from 'react';

interface DialogProps {
  /** The question, or what is to be done. */
  title: string;
  /** The last one is the primary one. */
  actions: ModalAction[];
  /** Escape, and whatever else leaves it undone. */
  onClose: () => void;
  /** Room for a form or a table. */
  isWide?: boolean;
  children: ReactNode;
}

/** A question in front of the page. BigDesign's dialog has no name for those who hear the page, so it gets its title for one. */
export function Dialog({ title, actions, onClose, isWide = false, children }: DialogProps) {
  const nameDialog = useCallback((body: HTMLDivElement | null) => body?.closest('[role="dialog"]')?.setAttribute('aria-label', title), [title]);
  return (
    <Modal variant={isWide ? 'modal' : 'dialog'} header={title} isOpen onClose={onClose} actions={actions}>
      <div ref={nameDialog}>{children}</div>
    </Modal>
  );
}
