import { Input } from '@bigcommerce/big-design';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { afterPress } from '../../server/browser/forms/afterPress.ts';
import { useStateText } from '../../server/browser/forms/useStateText.ts';
import { type State, stateOfCode, stateTexts } from '../../server/domain/forms/states.ts';
import { FieldMessage, useFieldMessage } from './Field.tsx';
import { FieldBox } from './fieldLayout.ts';

const Anchor = styled.div`
  position: relative;
`;

const List = styled.ul`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary30};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-shadow: ${({ theme }) => theme.shadow.floating};
  box-sizing: border-box;
  left: 0;
  list-style: none;
  margin: 0;
  max-height: 15rem;
  min-width: min(16rem, 100%);
  overflow-y: auto;
  padding: 0.25rem 0;
  position: absolute;
  right: 0;
  top: calc(100% + 0.25rem);
  z-index: ${({ theme }) => theme.zIndex.popover};
`;

const Option = styled.li<{ $isActive: boolean }>`
  background: ${({ theme, $isActive }) => ($isActive ? theme.colors.primary10 : 'transparent')};
  color: ${({ theme }) => theme.colors.secondary70};
  cursor: pointer;
  display: flex;
  gap: 0.75rem;
  justify-content: space-between;
  padding: 0.5rem 0.75rem;

  &[aria-selected='true'] {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

const None = styled.p`
  color: ${({ theme }) => theme.colors.secondary70};
  margin: 0;
  padding: 0.5rem 0.75rem;
`;

interface StateFieldProps {
  name: string;
  label: string;
  autoComplete: string | undefined;
  /** The field that is checked again once the state has changed. */
  decides: string | undefined;
}

/**
 * A state, chosen from a list of names or typed as letters or as a name; its two letters are stored. It is a text field with a list
 * and no select, so that browsers fill it in and a pasted name is understood.
 */
export function StateField({ name, label, autoComplete = 'off', decides }: StateFieldProps) {
  const { trigger, getValues } = useFormContext();
  const { field } = useController({ name });
  const stored = String(field.value ?? '');
  const { text, options, type, choose, settle } = useStateText(stored, field.onChange);
  const { id, message, described } = useFieldMessage(name, true);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const activeOption = options[active];

  const open = (place: number) => {
    setIsOpen(true);
    setActive(place);
  };
  const check = () => void trigger(decides !== undefined && getValues(decides) ? [name, decides] : name);
  const take = (state: State) => {
    choose(state);
    setIsOpen(false);
    check();
  };

  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive((active + step + options.length) % Math.max(1, options.length));
      else open(placeOf(stored, options));
    } else if (event.key === 'Enter' && isOpen && activeOption) {
      event.preventDefault();
      take(activeOption);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsOpen(false);
    }
  }

  return (
    <FieldBox>
      <Anchor>
        <Input
          name={name}
          label={label}
          ref={field.ref}
          value={text}
          error={message}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen && activeOption ? listId : undefined}
          aria-activedescendant={isOpen && activeOption ? `${listId}-${activeOption.code}` : undefined}
          aria-invalid={message !== undefined}
          aria-describedby={described}
          autoComplete={autoComplete}
          maxLength={60}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          onClick={() => open(placeOf(stored, options))}
          onKeyDown={press}
          onChange={(event) => {
            type(event.target.value);
            // A browser also fills in fields that nobody is at.
            if (document.activeElement === event.target) open(0);
            if (message) check();
          }}
          onBlur={() => {
            setIsOpen(false);
            settle();
            field.onBlur();
            afterPress(check);
          }}
        />
        {isOpen && <Options id={listId} all={options} active={active} stored={stored} onChoose={take} />}
      </Anchor>
      <FieldMessage id={id} message={message} hint={stateOfCode(stored)?.name ?? stateTexts.hint} />
    </FieldBox>
  );
}

/** Returns the place of the stored state in the list; the first place when it is not there. */
function placeOf(stored: string, options: readonly State[]): number {
  return Math.max(
    0,
    options.findIndex(({ code }) => code === stored),
  );
}

interface OptionsProps {
  id: string;
  all: readonly State[];
  active: number;
  stored: string;
  onChoose: (state: State) => void;
}

/** The list below the field. The focus stays in the field. */
function Options({ id, all, active, stored, onChoose }: OptionsProps) {
  const shown = useRef<HTMLLIElement>(null);
  const activeCode = all[active]?.code;
  useEffect(() => {
    if (activeCode !== undefined) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [activeCode]);
  if (all.length === 0) {
    return (
      <List as="div" role="status">
        <None>{stateTexts.none}</None>
      </List>
    );
  }
  return (
    <List id={id} role="listbox" aria-label="States">
      {all.map((state, place) => (
        <Option
          key={state.code}
          id={`${id}-${state.code}`}
          ref={place === active ? shown : undefined}
          role="option"
          aria-selected={state.code === stored}
          $isActive={place === active}
          // Keeps the focus in the field, whose loss would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(state)}
        >
          <span>{state.name}</span>
          <span>{state.code}</span>
        </Option>
      ))}
    </List>
  );
}
