import { BlockStack, Button, Card, InlineError, InlineStack, Text } from '@shopify/polaris';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useKybFields } from '../../../server/browser/kyb/useKybFields.ts';
import type { OpenFields } from '../../../server/domain/forms/openFields.ts';
import { type KybForm, mostOwners } from '../../../server/domain/kyb/kyb.ts';
import type { OwnerList } from '../../../server/domain/kyb/kybFields.ts';
import { FormLines } from '../../forms/FormLines.tsx';

interface KybPageFieldsProps {
  page: number;
  /** Which fields are to be filled in here; all that are visible when left out. */
  isOpen?: OpenFields;
  /** The issuer knows the owners already: they can be corrected, but not be added or removed. */
  ownersAreFixed?: boolean;
}

/** The fields of one page of the form, shown and hidden as the rest of it is filled in. */
export function KybPageFields({ page, isOpen = everything, ownersAreFixed = false }: KybPageFieldsProps) {
  const { fields, isShown } = useKybFields(page, isOpen);
  if ('lines' in fields) return <FormLines lines={fields.lines} isOpen={isShown} />;
  // Two pages are lists of owners: without a key the second would go on with the owners of the first.
  return <Owners key={page} owners={fields.owners} isOpen={isShown} isFixed={ownersAreFixed} />;
}

const everything = () => true;

interface OwnersProps {
  owners: OwnerList;
  isOpen: OpenFields;
  isFixed: boolean;
}

/** Owners of one kind, of which more can be added as long as there is room for them. */
function Owners({ owners: { list, name, add, empty, lines }, isOpen, isFixed }: OwnersProps) {
  const { control, getFieldState, formState } = useFormContext<KybForm>();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const [individuals, entities] = useWatch({ control, name: ['beneficial_owner_individuals', 'beneficial_owner_entities'] });
  const isFull = individuals.length + entities.length >= mostOwners;
  const problem = getFieldState(list, formState).error?.message;
  return (
    <BlockStack gap="400">
      {fields.map(({ id }, place) => (
        <Card key={id}>
          <BlockStack gap="300">
            <InlineStack align="space-between" blockAlign="center">
              <Text as="h3" variant="headingMd">
                {name} {place + 1}
              </Text>
              {!isFixed && (
                <Button variant="plain" tone="critical" onClick={() => remove(place)} accessibilityLabel={`Remove ${name.toLowerCase()} ${place + 1}`}>
                  Remove
                </Button>
              )}
            </InlineStack>
            <FormLines lines={lines(`${list}.${place}`)} isOpen={isOpen} />
          </BlockStack>
        </Card>
      ))}
      {problem !== undefined && <InlineError message={problem} fieldID={list} />}
      {!isFixed && (
        <InlineStack>
          <Button disabled={isFull} onClick={() => append(empty())}>
            {add}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}
