import type { ReactNode } from 'react';
import styled from 'styled-components';

const Row = styled.fieldset`
  border: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin: 0 0 1rem;
  min-width: 0;
  padding: 0;
`;

const Pill = styled.button`
  background: none;
  border: 1px solid ${({ theme }) => theme.colors.secondary30};
  border-radius: 1.25rem;
  color: ${({ theme }) => theme.colors.secondary70};
  cursor: pointer;
  font: inherit;
  min-height: 2.25rem;
  padding: 0 0.875rem;

  &:hover {
    background: ${({ theme }) => theme.colors.secondary10};
  }

  &[aria-pressed='true'] {
    background: ${({ theme }) => theme.colors.primary20};
    border-color: ${({ theme }) => theme.colors.primary};
  }
`;

/** A row of choices of which exactly one is chosen. */
export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return <Row aria-label={label}>{children}</Row>;
}

export function Choice({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <Pill type="button" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </Pill>
  );
}
