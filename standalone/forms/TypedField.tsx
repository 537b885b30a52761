import { Input, type InputProps, Textarea } from '@bigcommerce/big-design';
import { type ReactNode, useId } from 'react';
import { FieldBox, FieldError, Hint } from './fieldLayout.ts';

interface TypedFieldProps extends Pick<InputProps, 'type' | 'placeholder' | 'min' | 'step' | 'maxLength' | 'autoComplete'> {
  label: string;
  hint?: ReactNode;
  /** The error of the typed value, or undefined. */
  problem: string | undefined;
  value: string;
  onChange: (typed: string) => void;
  /** Whether the field takes several lines of text. */
  isLong?: boolean;
}

/** A field outside of a form library, with its error or, without one, its hint below. */
export function TypedField({ label, hint, problem, value, onChange, isLong = false, type = 'text', maxLength = 1_000, ...rest }: TypedFieldProps) {
  const id = useId();
  const common = {
    label,
    value,
    maxLength,
    error: problem,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem !== undefined || hint !== undefined ? id : undefined,
  };
  return (
    <FieldBox>
      {isLong ? (
        <Textarea {...common} rows={2} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input {...common} {...rest} type={type} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
      )}
      {problem !== undefined ? <FieldError id={id}>{problem}</FieldError> : hint !== undefined && <Hint id={id}>{hint}</Hint>}
    </FieldBox>
  );
}
