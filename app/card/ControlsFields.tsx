import { BlockStack, Button, Collapsible, FormLayout, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { controlLabels } from '../../server/domain/card/cardWords.ts';
import type { CategoryGroup } from '../../server/domain/card/controls/categories.ts';
import {
  categoryChoices,
  controlsTexts,
  countryChoices,
  dayChoices,
  hourChoices,
  modeChoices,
  neverAllowed,
} from '../../server/domain/card/controls/controlChoices.ts';
import { type ListKind, limitKinds } from '../../server/domain/card/controls/controls.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { CheckField, CheckListField, NumberSelectField, PlainField, SelectField } from '../forms/ChoiceFields.tsx';

interface ControlsFieldsProps {
  /** The categories that the program allows on no card. */
  blocked: readonly CategoryGroup[];
  /** Whether the rarer controls are shown at once. */
  isOpen: boolean;
}

/** The controls of a card below `controls` in their form: its limits and categories, and behind a button where and when it can be used. */
export function ControlsFields({ blocked, isOpen }: ControlsFieldsProps) {
  const [showsMore, setShowsMore] = useState(isOpen);
  return (
    <FormLayout>
      <FormLayout.Group condensed>
        {limitKinds.map((limit) => (
          <PlainField
            key={limit}
            path={`controls.limits.${limit}`}
            label={controlLabels[limit]}
            isAmount
            placeholder="No limit"
            maxLength={typedLengths.dollars}
          />
        ))}
      </FormLayout.Group>
      <Categories blocked={blocked} />
      <InlineStack>
        <Button
          variant="plain"
          disclosure={showsMore ? 'up' : 'down'}
          ariaExpanded={showsMore}
          ariaControls="more-controls"
          onClick={() => setShowsMore(!showsMore)}
        >
          {controlsTexts.more}
        </Button>
      </InlineStack>
      <Collapsible id="more-controls" open={showsMore}>
        <FormLayout>
          <Merchants />
          <Countries />
          <Hours />
          <PlainField path="controls.ends_on" label={controlLabels.ends_on} isDay hint={controlsTexts.lastDayHint} />
        </FormLayout>
      </Collapsible>
    </FormLayout>
  );
}

/** Returns whether a list of the form is a control, so that its entries are asked for. */
function useIsListed(list: ListKind): boolean {
  return useWatch({ name: `controls.${list}.mode` }) !== 'any';
}

function Categories({ blocked }: { blocked: readonly CategoryGroup[] }) {
  const never = neverAllowed(blocked);
  return (
    <BlockStack gap="200">
      <SelectField path="controls.categories.mode" label={controlLabels.categories} choices={modeChoices} />
      {never !== null && (
        <Text as="p" tone="subdued">
          {never}
        </Text>
      )}
      {useIsListed('categories') && (
        <CheckListField path="controls.categories.groups" label={controlsTexts.whichCategories} choices={categoryChoices(blocked)} />
      )}
    </BlockStack>
  );
}

function Merchants() {
  return (
    <BlockStack gap="200">
      <SelectField path="controls.merchants.mode" label={controlLabels.merchants} choices={modeChoices} />
      {useIsListed('merchants') && (
        <PlainField path="controls.merchants.names" label={controlsTexts.whichMerchants} lines={3} hint={controlsTexts.merchantsHint} />
      )}
    </BlockStack>
  );
}

function Countries() {
  const { getValues } = useFormContext();
  const stored: readonly string[] = getValues('controls.countries.codes') ?? [];
  return (
    <BlockStack gap="200">
      <SelectField path="controls.countries.mode" label={controlLabels.countries} choices={modeChoices} />
      {useIsListed('countries') && <CheckListField path="controls.countries.codes" label={controlsTexts.whichCountries} choices={countryChoices(stored)} />}
    </BlockStack>
  );
}

function Hours() {
  const isLimited = useWatch({ name: 'controls.hours.isLimited' }) === true;
  return (
    <BlockStack gap="200">
      <CheckField path="controls.hours.isLimited" label={controlsTexts.hours} />
      {isLimited && (
        <FormLayout>
          <FormLayout.Group condensed>
            <NumberSelectField path="controls.hours.from" label="From" choices={hourChoices.slice(0, -1)} />
            <NumberSelectField path="controls.hours.until" label="Until" choices={hourChoices.slice(1)} />
          </FormLayout.Group>
          <CheckListField path="controls.hours.days" label={controlsTexts.whichDays} choices={dayChoices} />
        </FormLayout>
      )}
    </BlockStack>
  );
}
