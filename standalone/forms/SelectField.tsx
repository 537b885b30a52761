import { useId } from 'react';
import { useController } from 'react-hook-form';
import styled from 'styled-components';
import { FieldMessage, useFieldMessage } from './Field.tsx';
import { FieldBox } from './fieldLayout.ts';

/** The browser's own list of choices, which a phone shows in its own way and every screen reader knows. */
export const Select = styled.select`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary40};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.secondary70};
  font: inherit;
  min-height: 2.25rem;
  padding: 0 0.5rem;
  width: 100%;

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary};
    outline-offset: 1px;
  }
`;

interface SelectFieldProps {
  /** The path of the field in its form. */
  name: string;
  label: string;
  choices: readonly { value: string | number; label: string }[];
}

/** A choice of one from a list, in a form. A number stays a number. */
export function SelectField({ name, label, choices }: SelectFieldProps) {
  const selectId = useId();
  const { field } = useController({ name });
  const { id, message, described } = useFieldMessage(name, false);
  const choose = (typed: string) => field.onChange(choices.find(({ value }) => String(value) === typed)?.value);
  return (
    <FieldBox>
      <label htmlFor={selectId}>{label}</label>
      <Select
        id={selectId}
        ref={field.ref}
        name={name}
        value={String(field.value ?? '')}
        aria-invalid={message !== undefined}
        aria-describedby={described}
        onBlur={field.onBlur}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
      <FieldMessage id={id} message={message} />
    </FieldBox>
  );
}
