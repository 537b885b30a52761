import { Input, type InputProps } from '@bigcommerce/big-design';
import { type ReactNode, useId } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { maximumTypedLength } from '../../server/domain/forms/formFields.ts';
import { FieldBox, FieldError, Hint } from './fieldLayout.ts';

type Passed = Pick<InputProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder' | 'spellCheck' | 'autoCapitalize' | 'iconLeft' | 'onPaste'>;

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
