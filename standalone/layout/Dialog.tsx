import { Button, Modal, type ModalAction } from '@bigcommerce/big-design';
import { type ReactNode, useEffect } from 'react';
import styled from 'styled-components';
import { DialogBody } from './DialogBody.tsx';

const Actions = styled.div`
  background: ${({ theme }) => theme.colors.white};
  bottom: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  justify-content: flex-end;
  padding: 1rem 0;
  position: sticky;

  .bd-button {
    margin: 0;
  }

  @media (min-width: 720px) {
    padding: 1.5rem 0;
  }
`;

interface DialogProps {
  /** The question, or the action. */
  title: string;
  /** The buttons; the last is the primary one. */
  actions: ModalAction[];
  /** Called on Escape, and by anything else that closes the dialog without an action. */
  onClose: () => void;
  /** Whether the confirmed call is under way: until its answer nothing closes the dialog, which would look as if nothing had been confirmed. */
  isBusy?: boolean;
  /** Whether the dialog is wide enough for a form or a table. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * Hears Escape before BigDesign does, which lets go of the keyboard focus even when the dialog stays open for a question. A dialog within
 * this one takes its own.
 */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || (event.target instanceof Element && event.target.closest('dialog'))) return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    }
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  });
}

/**
 * A modal dialog. Its buttons are ours, because BigDesign's own let the keyboard focus leave for the page behind, even when
 * the dialog stays open to show an error.
 */
export function Dialog({ title, actions, onClose, isBusy = false, isWide = false, children }: DialogProps) {
  const close = () => !isBusy && onClose();
  useEscape(close);
  return (
    <Modal variant={isWide ? 'modal' : 'dialog'} header={title} isOpen onClose={close}>
      <DialogBody title={title}>{children}</DialogBody>
      <Actions>
        {actions.map(({ text, ...button }) => (
          <Button key={text} disabled={isBusy} {...button}>
            {text}
          </Button>
        ))}
      </Actions>
    </Modal>
  );
}
