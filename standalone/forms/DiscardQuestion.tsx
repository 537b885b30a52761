import { Button } from '@bigcommerce/big-design';
import { useId } from 'react';
import styled from 'styled-components';
import { ButtonRow } from '../layout/ButtonRow.ts';
import { useModal } from '../layout/useModal.ts';

const Question = styled.dialog`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.secondary70};
  max-width: calc(100vw - 2rem);
  padding: 1.25rem;
  width: 22rem;

  &::backdrop {
    background: rgb(0 0 0 / 40%);
  }

  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 0.25rem;
  }

  p {
    margin: 0 0 1rem;
  }
`;

/** Asks before a form closes in which something was typed. Escape keeps the form. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const titleId = useId();
  const textId = useId();
  return (
    <Question {...useModal(onKeep)} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId}>
      <h3 id={titleId}>Discard what you typed?</h3>
      <p id={textId}>It has not been sent, and is lost when the form closes.</p>
      <ButtonRow>
        <Button type="button" onClick={onKeep}>
          Keep the form
        </Button>
        <Button type="button" variant="subtle" onClick={onDiscard}>
          Discard
        </Button>
      </ButtonRow>
    </Question>
  );
}
