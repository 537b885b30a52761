import { useContext } from 'react';
import { usePastedAddress } from '../../server/browser/forms/usePastedAddress.ts';
import type { FormField, FormLine } from '../../server/domain/forms/formFields.ts';
import { CheckField } from './CheckField.tsx';
import { Field } from './Field.tsx';
import { FieldRow } from './fieldLayout.ts';
import { OpenFieldsContext } from './openFields.ts';
import { SecretField } from './SecretField.tsx';
import { StateField } from './StateField.tsx';

/** Renders the described fields of a form, line by line. */
export function FormLines({ lines }: { lines: readonly FormLine[] }) {
  return lines.map((line) => <Line key={line[0].path} line={line} />);
}

/** Renders the open fields of a line; nothing when none is open. */
function Line({ line }: { line: FormLine }) {
  const isOpen = useContext(OpenFieldsContext);
  const fields = line.filter(({ path }) => isOpen(path)).map((field) => <Described key={field.path} field={field} />);
  return fields.length > 1 ? <FieldRow>{fields}</FieldRow> : fields;
}

function Described({ field: { kind, path, label, isCovered, takesAddress, decides, ...described } }: { field: FormField }) {
  const fill = usePastedAddress(takesAddress);
  switch (kind) {
    case 'check':
      return <CheckField name={path} label={label} />;
    case 'state':
      return <StateField name={path} label={label} decides={decides} autoComplete={described.autoComplete} />;
    case 'secret':
      return <SecretField name={path} label={label} isCovered={isCovered === true} {...described} />;
    case 'text':
      return (
        <Field
          name={path}
          label={label}
          {...described}
          {...(described.inputMode === 'email' && { type: 'email', spellCheck: false, autoCapitalize: 'none' })}
          {...(described.inputMode === 'tel' && { type: 'tel' })}
          {...(fill && { onPaste: fill })}
        />
      );
  }
}
