import { Input } from '@bigcommerce/big-design';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { isMasked } from '../../server/domain/kyb/kybIdentifiers.ts';
import { FieldBox, FieldMessage, type FieldProps, useFieldMessage } from './Field.tsx';

interface SecretFieldProps extends Pick<FieldProps, 'name' | 'label' | 'hint' | 'autoComplete'> {
  /** Nobody beside the merchant should read it: covered while it is not being typed. */
  isCovered?: boolean;
  /** Brings what was typed so far into its form. */
  format?: (typed: string) => string;
}

/** A field whose stored value comes back masked: it is typed anew, or left as it is. */
export function SecretField({ name, label, hint, isCovered = false, format = (typed) => typed, autoComplete = 'off' }: SecretFieldProps) {
  const { trigger } = useFormContext();
  const { field } = useController({ name });
  const { id, message, described } = useFieldMessage(name, hint !== undefined);
  const [isTyping, setIsTyping] = useState(false);
  const value = String(field.value ?? '');
  // A mask makes room for typing without being given up: it stands for what is stored until something is typed.
  const makesRoom = isTyping && isMasked(value);

  return (
    <FieldBox>
      <Input
        name={name}
        label={label}
        ref={field.ref}
        value={makesRoom ? '' : value}
        data-covered={isCovered && !isTyping && !isMasked(value)}
        placeholder={makesRoom ? value : ''}
        error={message}
        autoComplete={autoComplete}
        inputMode="numeric"
        maxLength={20}
        spellCheck={false}
        aria-invalid={message !== undefined}
        aria-describedby={described}
        onFocus={() => setIsTyping(true)}
        onBlur={() => {
          setIsTyping(false);
          field.onBlur();
          afterPress(() => void trigger(name));
        }}
        onChange={(event) => {
          field.onChange(format(event.target.value));
          if (message) void trigger(name);
        }}
      />
      <FieldMessage id={id} message={message} hint={hint} />
    </FieldBox>
  );
}
