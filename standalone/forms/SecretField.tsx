import { Input } from '@bigcommerce/big-design';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { useFormattedTyping } from '../../server/browser/forms/useFormattedTyping.ts';
import { isMasked } from '../../server/domain/kyb/kybMasks.ts';
import { FieldMessage, type FieldProps, useFieldMessage } from './Field.tsx';
import { FieldBox } from './fieldLayout.ts';

interface SecretFieldProps extends Pick<FieldProps, 'name' | 'label' | 'hint' | 'autoComplete'> {
  /** Whether the value is shown as dots except while it is typed. */
  isCovered?: boolean;
  /** Formats the text typed so far, after each key. */
  format?: (typed: string) => string;
}

/** A field whose stored value arrives masked. The merchant types a new value, or leaves the mask, which keeps the stored one. */
export function SecretField({ name, label, hint, isCovered = false, format, autoComplete = 'off' }: SecretFieldProps) {
  const { trigger } = useFormContext();
  const { field } = useController({ name });
  const { id, message, described } = useFieldMessage(name, hint !== undefined);
  const formatTyping = useFormattedTyping(format);
  const [isTyping, setIsTyping] = useState(false);
  const value = String(field.value ?? '');
  // While the field has focus, the mask becomes the placeholder. It remains the value until something is typed.
  const isMaskAside = isTyping && isMasked(value);

  return (
    <FieldBox>
      <Input
        name={name}
        label={label}
        ref={field.ref}
        value={isMaskAside ? '' : value}
        data-covered={isCovered && !isTyping && !isMasked(value)}
        placeholder={isMaskAside ? value : ''}
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
          field.onChange(formatTyping(event.target, event.target.value));
          if (message) void trigger(name);
        }}
      />
      <FieldMessage id={id} message={message} hint={hint} />
    </FieldBox>
  );
}
