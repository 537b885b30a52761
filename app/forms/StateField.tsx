import { Combobox, Listbox } from '@shopify/polaris';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { useStateText } from '../../server/browser/forms/useStateText.ts';
import type { FormField } from '../../server/domain/forms/formFields.ts';
import { findStates, stateOfCode, states, stateTexts } from '../../server/domain/forms/states.ts';

/** A state, chosen from a list of names or typed as letters or as a name; its two letters are stored. */
export function StateField({ path, label, autoComplete = 'off', decides }: FormField) {
  const { trigger, getValues } = useFormContext();
  const { field, fieldState } = useController({ name: path });
  const stored = String(field.value ?? '');
  const { text, options, type, choose, settle } = useStateText(stored, field.onChange);
  // A list that changes while it closes would name an active option in the field that is gone with the list.
  const [listed, setListed] = useState(options);
  const message = fieldState.error?.message;
  const check = () => void trigger(decides !== undefined && getValues(decides) ? [path, decides] : path);
  return (
    <Combobox
      activator={
        <Combobox.TextField
          id={path}
          name={path}
          label={label}
          value={text}
          error={message ?? false}
          helpText={stateOfCode(stored)?.name ?? stateTexts.hint}
          autoComplete={autoComplete}
          maxLength={60}
          spellCheck={false}
          onFocus={() => setListed(options)}
          onChange={(typed) => {
            type(typed);
            setListed(findStates(typed));
            if (message !== undefined) check();
          }}
          onBlur={() => {
            settle();
            field.onBlur();
            afterPress(check);
          }}
        />
      }
    >
      <Listbox
        onSelect={(code) => {
          const chosen = states.find((state) => state.code === code);
          if (!chosen) return;
          choose(chosen);
          check();
        }}
      >
        {listed.map(({ code, name }) => (
          <Listbox.Option key={code} value={code} selected={code === stored} accessibilityLabel={`${name} (${code})`}>
            <Listbox.TextOption selected={code === stored}>{`${name} (${code})`}</Listbox.TextOption>
          </Listbox.Option>
        ))}
        {listed.length === 0 && <div role="status">{stateTexts.none}</div>}
      </Listbox>
    </Combobox>
  );
}
