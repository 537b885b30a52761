import { Button, Modal, type ModalAction } from '@bigcommerce/big-design';
import type { ReactNode } from 'react';
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
 * A modal dialog. Its buttons are ours, because BigDesign's own let the keyboard focus leave for the page behind, even when
 * the dialog stays open to show an error.
 */
export function Dialog({ title, actions, onClose, isBusy = false, isWide = false, children }: DialogProps) {
  return (
    <Modal variant={isWide ? 'modal' : 'dialog'} header={title} isOpen onClose={() => !isBusy && onClose()}>
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
