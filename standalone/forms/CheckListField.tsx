import { Checkbox } from '@bigcommerce/big-design';
import { useController } from 'react-hook-form';
import styled from 'styled-components';
import { FieldMessage, useFieldMessage } from './Field.tsx';

const List = styled.fieldset`
  border: 0;
  margin: 0;
  min-width: 0;
  padding: 0;

  legend {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin-bottom: 0.5rem;
    padding: 0;
  }

  > div {
    display: grid;
    gap: 0.375rem 1rem;
    grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr));
  }
`;

interface CheckListFieldProps<Value> {
  /** The path of the field in its form, which holds the chosen values. */
  name: string;
  legend: string;
  choices: readonly { value: Value; label: string }[];
}

/** A choice of any number from a list, in a form. */
export function CheckListField<Value extends string | number>({ name, legend, choices }: CheckListFieldProps<Value>) {
  const { field } = useController({ name });
  const { id, message, described } = useFieldMessage(name, false);
  const chosen: readonly Value[] = field.value ?? [];
  const toggle = (value: Value) => field.onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <List aria-describedby={described}>
      <legend>{legend}</legend>
      <div>
        {choices.map(({ value, label }, index) => (
          <Checkbox
            key={value}
            name={name}
            label={label}
            checked={chosen.includes(value)}
            {...(index === 0 && { ref: field.ref })}
            onBlur={field.onBlur}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
      <FieldMessage id={id} message={message} />
    </List>
  );
}
