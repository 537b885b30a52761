import { Button } from '@bigcommerce/big-design';
import { AddIcon } from '@bigcommerce/big-design-icons';
import { useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { type KybForm, maximumOwners } from '../../../server/domain/kyb/kyb.ts';
import type { OwnerList as DescribedOwners } from '../../../server/domain/kyb/kybFields.ts';
import { FormLines } from '../../forms/FormLines.tsx';
import { FieldError, Fields } from '../../forms/fieldLayout.ts';
import { useIsOpen } from '../../forms/openFields.ts';

const Owner = styled.fieldset`
  border: 0;
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  margin: 0 0 1.5rem;
  min-width: 0;
  padding: 1.25rem 0 0;

  legend {
    float: left;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    padding: 0;
  }

  > .bd-button {
    float: right;
    margin: -0.5rem -1rem 0 0;
    width: auto;
  }

  > div {
    clear: both;
    padding-top: 1rem;
  }
`;

interface OwnerListProps {
  owners: DescribedOwners;
  /** Whether owners may only be corrected, and not added or removed. */
  isFixed: boolean;
}

/** The owners of one kind. More can be added up to the limit for both kinds together. */
export function OwnerList({ owners: { list, name, add, empty, lines }, isFixed }: OwnerListProps) {
  const { control, getFieldState, formState } = useFormContext<KybForm>();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const [individuals, entities] = useWatch({ control, name: ['beneficial_owner_individuals', 'beneficial_owner_entities'] });
  const isFull = individuals.length + entities.length >= maximumOwners;
  const problem = getFieldState(list, formState).error;
  const addButton = useRef<HTMLButtonElement>(null);
  if (!useIsOpen(list)) return null;
  function removeAt(place: number) {
    remove(place);
    // The pressed button goes with its owner. The one to add is enabled by then.
    setTimeout(() => addButton.current?.focus());
  }
  return (
    <div>
      {fields.map(({ id }, place) => (
        <Owner key={id}>
          <legend>
            {name} {place + 1}
          </legend>
          {!isFixed && (
            <Button type="button" variant="subtle" onClick={() => removeAt(place)} aria-label={`Remove ${name.toLowerCase()} ${place + 1}`}>
              Remove
            </Button>
          )}
          <div>
            <Fields>
              <FormLines lines={lines(`${list}.${place}`)} />
            </Fields>
          </div>
        </Owner>
      ))}
      {problem?.message && <FieldError role="alert">{problem.message}</FieldError>}
      {!isFixed && (
        <Button
          ref={addButton}
          type="button"
          variant="secondary"
          iconLeft={<AddIcon />}
          disabled={isFull}
          onClick={() => append(empty(), { focusName: `${list}.${fields.length}` })}
        >
          {add}
        </Button>
      )}
    </div>
  );
}
