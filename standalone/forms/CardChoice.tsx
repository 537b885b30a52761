import type { ReactNode } from 'react';
import styled from 'styled-components';

const Label = styled.label`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary30};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  cursor: pointer;
  display: grid;
  gap: 0 0.875rem;
  grid-template-columns: auto minmax(0, 1fr);
  padding: 1rem;

  &:has(:checked) {
    border-color: ${({ theme }) => theme.colors.primary};
    box-shadow: inset 0 0 0 1px ${({ theme }) => theme.colors.primary};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${({ theme }) => theme.colors.primary};
    outline-offset: 2px;
  }

  input {
    accent-color: ${({ theme }) => theme.colors.primary};
    height: 1.125rem;
    margin: 0.1875rem 0 0;
    outline: none;
    width: 1.125rem;
  }

  strong {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: inherit;
    grid-column: 2;
  }
`;

/** A group of choices, one below the other. */
export const Choices = styled.fieldset`
  border: 0;
  display: grid;
  gap: 0.75rem;
  margin: 0;
  min-width: 0;
  padding: 0;

  legend {
    float: left;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin-bottom: 0.75rem;
    padding: 0;
  }
`;

interface CardChoiceProps {
  name: string;
  title: string;
  children?: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
}

/** A radio button with a title and an explanation. */
export function CardChoice({ name, title, children, isChosen, onChoose }: CardChoiceProps) {
  return (
    <Label>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <strong>{title}</strong>
      {children && <small>{children}</small>}
    </Label>
  );
}
