import { Button } from '@bigcommerce/big-design';
import { AddIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { type BusinessEntity, type Individual, type KybForm, mostOwners } from '../../../server/domain/kyb.ts';
import { FieldError } from '../form/Field.tsx';
import { useIsOpen } from '../form/openFields.ts';

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
  list: 'beneficial_owner_individuals' | 'beneficial_owner_entities';
  /** What one of them is called: `Owner`. */
  name: string;
  empty: () => Individual | BusinessEntity;
  /** The fields of the one at a path. */
  children: (path: string) => ReactNode;
  /** Whether owners may be added and removed here; when not, only those that are there can be corrected. */
  isFixed?: boolean;
}

/** Owners of one kind, of which more can be added as long as there is room for them. */
export function OwnerList({ list, name, empty, children, isFixed = false }: OwnerListProps) {
  const { control, getFieldState, formState } = useFormContext<KybForm>();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const [individuals, entities] = useWatch({ control, name: ['beneficial_owner_individuals', 'beneficial_owner_entities'] });
  const isFull = individuals.length + entities.length >= mostOwners;
  const problem = getFieldState(list, formState).error;
  if (!useIsOpen(list)) return null;
  return (
    <div>
      {fields.map(({ id }, place) => (
        <Owner key={id}>
          <legend>
            {name} {place + 1}
          </legend>
          {!isFixed && (
            <Button type="button" variant="subtle" onClick={() => remove(place)} aria-label={`Remove ${name.toLowerCase()} ${place + 1}`}>
              Remove
            </Button>
          )}
          <div>{children(`${list}.${place}`)}</div>
        </Owner>
      ))}
      {problem?.message && <FieldError role="alert">{problem.message}</FieldError>}
      {!isFixed && (
        <Button
          type="button"
          variant="secondary"
          iconLeft={<AddIcon />}
          disabled={isFull}
          onClick={() => append(empty(), { focusName: `${list}.${fields.length}` })}
        >
          Add {/^[aeiou]/i.test(name) ? 'an' : 'a'} {name.toLowerCase()}
        </Button>
      )}
    </div>
  );
}
