import { Input, type InputProps } from '@bigcommerce/big-design';
import { type ReactNode, useId } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import styled from 'styled-components';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { longestTyped } from '../../server/domain/forms/formFields.ts';

/** Room for a field and what is said below it. */
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

/** Fields below each other, and beside each other where they belong together and there is room. */
export const Fields = styled.div`
  display: grid;
  gap: 1.25rem;
`;

export const Beside = styled.div<{ $columns?: string }>`
  display: grid;
  gap: 1.25rem;

  @media (min-width: 480px) {
    align-items: start;
    grid-template-columns: ${({ $columns = '1fr 1fr' }) => $columns};
  }
`;

type Passed = Pick<InputProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder' | 'spellCheck' | 'autoCapitalize' | 'onPaste'>;

export interface FieldProps extends Passed {
  /** Path of the field in its form. */
  name: string;
  label: string;
  hint?: ReactNode;
  /** Writes a finished value as it is meant: ten digits as a phone number, letters of a state in capitals. */
  tidy?: (text: string) => string;
}

/** A field of a form, with what is wrong with it below. It is checked when it is left, and while it is being corrected. */
export function Field({ name, label, hint, tidy, maxLength = longestTyped, ...input }: FieldProps) {
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

/** What stands below a field, and how the field names it. */
export function useFieldMessage(name: string, hasHint: boolean) {
  const id = useId();
  const { getFieldState } = useFormContext();
  const state = useFormState({ name });
  const message = getFieldState(name, state).error?.message;
  return { id, message, described: message !== undefined || hasHint ? id : undefined };
}

/** What is wrong with a field, or else what there is to know about it. */
export function FieldMessage({ id, message, hint }: { id: string; message: string | undefined; hint?: ReactNode }) {
  if (message !== undefined) return <FieldError id={id}>{message}</FieldError>;
  return hint === undefined ? null : <Hint id={id}>{hint}</Hint>;
}
