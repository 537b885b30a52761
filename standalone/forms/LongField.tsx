import { Textarea } from '@bigcommerce/big-design';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { FieldMessage, useFieldMessage } from './Field.tsx';
import { FieldBox } from './fieldLayout.ts';

interface LongFieldProps {
  /** The path of the field in its form. */
  name: string;
  label: string;
  hint?: ReactNode;
  maxLength?: number;
}

/** A field of several lines of text, in a form. */
export function LongField({ name, label, hint, maxLength = 4_000 }: LongFieldProps) {
  const { register } = useFormContext();
  const { id, message, described } = useFieldMessage(name, hint !== undefined);
  return (
    <FieldBox>
      <Textarea
        {...register(name)}
        label={label}
        rows={3}
        maxLength={maxLength}
        error={message}
        aria-invalid={message !== undefined}
        aria-describedby={described}
      />
      <FieldMessage id={id} message={message} hint={hint} />
    </FieldBox>
  );
}
