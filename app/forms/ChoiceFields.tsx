import { Checkbox, ChoiceList, InlineError, Select, TextField } from '@shopify/polaris';
import { useController, useFormContext } from 'react-hook-form';

interface FieldProps {
  /** Path of the value in its form. */
  path: string;
  label: string;
}

interface Choice {
  value: string;
  label: string;
}

/** Returns a field of a form, its value, and its problem, which goes with the next change. */
function useField(path: string) {
  const { clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name: path });
  return {
    value: field.value,
    message: fieldState.error?.message,
    onBlur: field.onBlur,
    onChange(value: unknown) {
      field.onChange(value);
      clearErrors(path);
    },
  };
}

/** A choice of a form of which one holds. */
export function SelectField({ path, label, choices, hint }: FieldProps & { choices: readonly Choice[]; hint?: string }) {
  const field = useField(path);
  return (
    <Select
      id={path}
      name={path}
      label={label}
      options={[...choices]}
      value={String(field.value ?? '')}
      error={field.message ?? false}
      helpText={hint}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}

/** A whole number of a form, chosen from a list. */
export function NumberSelectField({ path, label, choices }: FieldProps & { choices: readonly { value: number; label: string }[] }) {
  const field = useField(path);
  return (
    <Select
      id={path}
      name={path}
      label={label}
      options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
      value={String(field.value)}
      error={field.message ?? false}
      onChange={(chosen) => field.onChange(Number(chosen))}
      onBlur={field.onBlur}
    />
  );
}

/** A list of a form of which any number holds. A problem stands below its name. */
export function CheckListField<Value extends string | number>({ path, label, choices }: FieldProps & { choices: readonly { value: Value; label: string }[] }) {
  const { value: present, message, onChange } = useField(path);
  const chosen: readonly Value[] = present ?? [];
  return (
    <>
      <ChoiceList
        allowMultiple
        title={label}
        name={path}
        choices={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
        selected={chosen.map(String)}
        onChange={(selected) => onChange(choices.flatMap(({ value }) => (selected.includes(String(value)) ? [value] : [])))}
      />
      {message !== undefined && <InlineError message={message} fieldID={path} />}
    </>
  );
}

/** A question of a form that is answered yes or no. */
export function CheckField({ path, label, hint }: FieldProps & { hint?: string }) {
  const field = useField(path);
  return <Checkbox id={path} name={path} label={label} helpText={hint} checked={field.value === true} onChange={field.onChange} onBlur={field.onBlur} />;
}

interface PlainFieldProps extends FieldProps {
  hint?: string;
  maxLength?: number;
  placeholder?: string;
  /** An amount in US dollars. */
  isAmount?: boolean;
  isDay?: boolean;
  /** The lines that it shows, where it takes several. */
  lines?: number;
}

/** A text, an amount or a day of a form. */
export function PlainField({ path, label, hint, maxLength, placeholder, isAmount = false, isDay = false, lines }: PlainFieldProps) {
  const field = useField(path);
  return (
    <TextField
      id={path}
      name={path}
      label={label}
      autoComplete="off"
      value={String(field.value ?? '')}
      error={field.message ?? false}
      helpText={hint}
      {...(maxLength !== undefined && { maxLength })}
      {...(placeholder !== undefined && { placeholder })}
      {...(isAmount && { prefix: '$', inputMode: 'decimal' as const })}
      {...(isDay && { type: 'date' as const })}
      {...(lines !== undefined && { multiline: lines })}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
