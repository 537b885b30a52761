import { BlockStack, Button, Card, InlineError, InlineStack, Text } from '@shopify/polaris';
import { useId } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useKybFields } from '../../../server/browser/kyb/useKybFields.ts';
import type { OpenFields } from '../../../server/domain/forms/openFields.ts';
import { type KybForm, maximumOwners } from '../../../server/domain/kyb/kyb.ts';
import type { OwnerList } from '../../../server/domain/kyb/kybFields.ts';
import { FormLines } from '../../forms/FormLines.tsx';

interface KybPageFieldsProps {
  page: number;
  /** Decides which fields are open here. Left out, all visible fields are. */
  isOpen?: OpenFields;
  /** Whether owners may only be corrected, because the issuer knows them already, and not added or removed. */
  ownersAreFixed?: boolean;
}

/** The fields of one page of the form; other answers of the form show and hide them. */
export function KybPageFields({ page, isOpen = everything, ownersAreFixed = false }: KybPageFieldsProps) {
  const { fields, isShown } = useKybFields(page, isOpen);
  if ('lines' in fields) return <FormLines lines={fields.lines} isOpen={isShown} />;
  // Two pages are lists of owners. Without a key, the second would keep the owners of the first.
  return <Owners key={page} owners={fields.owners} isOpen={isShown} isFixed={ownersAreFixed} />;
}

const everything = () => true;

interface OwnersProps {
  owners: OwnerList;
  isOpen: OpenFields;
  isFixed: boolean;
}

/** The owners of one kind. More can be added up to the limit for both kinds together. */
function Owners({ owners: { list, name, add: addLabel, empty, lines }, isOpen, isFixed }: OwnersProps) {
  const { control, getFieldState, formState } = useFormContext<KybForm>();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const [individuals, entities] = useWatch({ control, name: ['beneficial_owner_individuals', 'beneficial_owner_entities'] });
  const isFull = individuals.length + entities.length >= maximumOwners;
  const problem = getFieldState(list, formState).error?.message;
  const addId = useId();
  function add() {
    append(empty());
    // Polaris has no ref of a field that the form could focus by itself.
    const first = lines(`${list}.${fields.length}`)[0]?.[0];
    setTimeout(() => document.getElementById(first?.path ?? addId)?.focus());
  }
  function removeAt(place: number) {
    remove(place);
    // The pressed button goes with its owner. The one to add is enabled by then.
    setTimeout(() => document.getElementById(addId)?.focus());
  }
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
                <Button variant="plain" tone="critical" onClick={() => removeAt(place)} accessibilityLabel={`Remove ${name.toLowerCase()} ${place + 1}`}>
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
          <Button id={addId} disabled={isFull} onClick={add}>
            {addLabel}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}
