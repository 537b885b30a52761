import { Input, type InputProps } from '@bigcommerce/big-design';
import { type ReactNode, useId } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import styled from 'styled-components';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { maximumTypedLength } from '../../server/domain/forms/formFields.ts';

/** The box of a field, its label and the message below it. */
export const FieldBox = styled.div`
  min-width: 0;

  label {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    line-height: 1.25rem;
    margin-bottom: 0.375rem;
    text-wrap: balance;
  }

  input {
    font: inherit;
  }

  input[data-covered="true"] {
    -webkit-text-security: disc;
  }
`;

export const Hint = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  line-height: 1.25rem;
  margin: 0.375rem 0 0;
`;

export const FieldError = styled(Hint)`
  color: ${({ theme }) => theme.colors.danger};
`;

/** Fields below each other; see `FieldRow` for those that share a line. */
export const Fields = styled.div`
  display: grid;
  gap: 1.25rem;
`;

export const FieldRow = styled.div<{ $columns?: string }>`
  display: grid;
  gap: 1.25rem;

  @media (min-width: 480px) {
    align-items: start;
    grid-template-columns: ${({ $columns = '1fr 1fr' }) => $columns};
  }
`;

type Passed = Pick<InputProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder' | 'spellCheck' | 'autoCapitalize' | 'onPaste'>;

export interface FieldProps extends Passed {
  /** The path of the field in its form. */
  name: string;
  label: string;
  hint?: ReactNode;
  /** Normalizes a finished value: ten digits become a phone number, the letters of a state become capitals. */
  tidy?: (text: string) => string;
}

/** A text field of a form, with its error below. It is checked on blur and, while it has an error, on each change. */
export function Field({ name, label, hint, tidy, maxLength = maximumTypedLength, ...input }: FieldProps) {
  const { register, setValue, trigger } = useFormContext();
  const { id, message, described } = useFieldMessage(name, hint !== undefined);
  const registered = register(name, {
    onChange: () => {
      if (message) void trigger(name);
    },
  });
  return (
    <FieldBox>
      <Input
        {...input}
        {...registered}
        maxLength={maxLength}
        label={label}
        error={message}
        aria-invalid={message !== undefined}
        aria-describedby={described}
        onBlur={(event) => {
          if (tidy) setValue(name, tidy(event.target.value), { shouldDirty: true });
          void registered.onBlur(event);
          afterPress(() => void trigger(name));
        }}
      />
      <FieldMessage id={id} message={message} hint={hint} />
    </FieldBox>
  );
}

/** Returns the error of a field, the id of the text below it, and that id for `aria-describedby` when there is such a text. */
export function useFieldMessage(name: string, hasHint: boolean) {
  const id = useId();
  const { getFieldState } = useFormContext();
  const state = useFormState({ name });
  const message = getFieldState(name, state).error?.message;
  return { id, message, described: message !== undefined || hasHint ? id : undefined };
}

/** The text below a field: its error or, without one, its hint. */
export function FieldMessage({ id, message, hint }: { id: string; message: string | undefined; hint?: ReactNode }) {
  if (message !== undefined) return <FieldError id={id}>{message}</FieldError>;
  return hint === undefined ? null : <Hint id={id}>{hint}</Hint>;
}
