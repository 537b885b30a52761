import { FormLayout, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { useFormattedTyping } from '../../server/browser/forms/useFormattedTyping.ts';
import { usePastedAddress } from '../../server/browser/forms/usePastedAddress.ts';
import { type FormField, type FormLine, maximumTypedLength } from '../../server/domain/forms/formFields.ts';
import type { OpenFields } from '../../server/domain/forms/openFields.ts';
import { isMasked } from '../../server/domain/kyb/kybMasks.ts';
import { CheckField } from './ChoiceFields.tsx';
import { StateField } from './StateField.tsx';

/** Renders the described fields of a form that are open, line by line. */
export function FormLines({ lines, isOpen = everything }: { lines: readonly FormLine[]; isOpen?: OpenFields }) {
  const open = lines.map((line) => line.filter(({ path }) => isOpen(path))).filter((line) => line.length > 0);
  return (
    <FormLayout>
      {open.map((line) => {
        const fields = line.map((field) => <Field key={field.path} field={field} />);
        return fields.length > 1 ? <FormLayout.Group key={line[0]?.path}>{fields}</FormLayout.Group> : fields;
      })}
    </FormLayout>
  );
}

const everything = () => true;

function Field({ field }: { field: FormField }) {
  switch (field.kind) {
    case 'check':
      return <CheckField path={field.path} label={field.label} />;
    case 'state':
      return <StateField {...field} />;
    default:
      return <TypedField {...field} />;
  }
}

/**
 * A text field of a form, with its error below. It is checked on blur and, while it has an error, on each change. While a masked
 * field has focus, the mask becomes the placeholder; it remains the value until something is typed.
 */
function TypedField({
  kind,
  path,
  label,
  hint,
  autoComplete = 'off',
  inputMode,
  maxLength = maximumTypedLength,
  isCovered,
  format,
  tidy,
  takesAddress,
}: FormField) {
  const { trigger, setValue } = useFormContext();
  const { field, fieldState } = useController({ name: path });
  const formatTyping = useFormattedTyping(format);
  const [isTyping, setIsTyping] = useState(false);
  const fill = usePastedAddress(takesAddress);
  const message = fieldState.error?.message;
  const value = String(field.value ?? '');
  const isMaskAside = kind === 'secret' && isTyping && isMasked(value);
  return (
    <div className={isCovered && !isTyping && !isMasked(value) ? 'covered' : undefined} onPaste={fill}>
      <TextField
        id={path}
        name={path}
        label={label}
        value={isMaskAside ? '' : value}
        placeholder={isMaskAside ? value : ''}
        error={message ?? false}
        helpText={hint}
        autoComplete={autoComplete}
        maxLength={maxLength}
        {...(inputMode !== undefined && { inputMode })}
        {...((kind === 'secret' || inputMode !== undefined) && { spellCheck: false })}
        {...(inputMode === 'email' || inputMode === 'tel' ? { type: inputMode } : { type: 'text' })}
        onFocus={() => setIsTyping(true)}
        onBlur={() => {
          setIsTyping(false);
          if (tidy) setValue(path, tidy(value), { shouldDirty: true });
          field.onBlur();
          afterPress(() => void trigger(path));
        }}
        onChange={(typed) => {
          const input = document.getElementById(path);
          field.onChange(input instanceof HTMLInputElement ? formatTyping(input, typed) : typed);
          if (message !== undefined) void trigger(path);
        }}
      />
    </div>
  );
}
