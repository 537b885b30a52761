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

/**
 * A question in front of the page. BigDesign's own buttons let the keyboard out to the page behind, also when the dialog
 * stays open to say what is wrong, so they are ours.
 */
export function Dialog({ title, actions, onClose, isWide = false, children }: DialogProps) {
  return (
    <Modal variant={isWide ? 'modal' : 'dialog'} header={title} isOpen onClose={onClose}>
      <DialogBody title={title}>{children}</DialogBody>
      <Actions>
        {actions.map(({ text, ...button }) => (
          <Button key={text} {...button}>
            {text}
          </Button>
        ))}
      </Actions>
    </Modal>
  );
}
