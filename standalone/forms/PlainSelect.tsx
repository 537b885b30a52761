import { useId } from 'react';
import styled from 'styled-components';
import { FieldBox } from './fieldLayout.ts';

const Box = styled.select`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary40};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: ${({ theme }) => theme.colors.secondary70};
  font: inherit;
  height: 2.25rem;
  max-width: 100%;
  min-width: 12rem;
  padding: 0 0.5rem;
`;

interface PlainSelectProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

/** The browser's own list of options, of which one is chosen: for lists that may be long. */
export function PlainSelect({ label, options, value, onChoose }: PlainSelectProps) {
  const id = useId();
  return (
    <FieldBox>
      <label htmlFor={id}>{label}</label>
      <Box id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Box>
    </FieldBox>
  );
}
