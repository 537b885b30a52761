import { BlockStack, Button, Collapsible, FormLayout, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { hourInWords } from '../../server/domain/basics/words.ts';
import { controlLabels, countryNames, weekDays } from '../../server/domain/card/cardWords.ts';
import { type CategoryGroup, categoryGroupKeys, categoryGroups } from '../../server/domain/card/controls/categories.ts';
import { type ListKind, limitKinds } from '../../server/domain/card/controls/controls.ts';
import { listChoices } from '../../server/domain/card/controls/controlsForm.ts';
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
          <PlainField key={limit} path={`controls.limits.${limit}`} label={controlLabels[limit]} isAmount placeholder="No limit" maxLength={14} />
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
          More controls
        </Button>
      </InlineStack>
      <Collapsible id="more-controls" open={showsMore}>
        <FormLayout>
          <Merchants />
          <Countries />
          <Hours />
          <PlainField path="controls.ends_on" label={controlLabels.ends_on} isDay hint="The card declines every purchase after this day." />
        </FormLayout>
      </Collapsible>
    </FormLayout>
  );
}

const modes = listChoices.map(({ mode, label }) => ({ value: mode, label }));

/** Returns whether a list of the form is a control, so that its entries are asked for. */
function useIsListed(list: ListKind): boolean {
  return useWatch({ name: `controls.${list}.mode` }) !== 'any';
}

function Categories({ blocked }: { blocked: readonly CategoryGroup[] }) {
  const choices = categoryGroupKeys.filter((group) => !blocked.includes(group)).map((group) => ({ value: group, label: categoryGroups[group] }));
  return (
    <BlockStack gap="200">
      <SelectField path="controls.categories.mode" label={controlLabels.categories} choices={modes} />
      {blocked.length > 0 && <Text as="p" tone="subdued">{`Never allowed on any card: ${blocked.map((group) => categoryGroups[group]).join(', ')}.`}</Text>}
      {useIsListed('categories') && <CheckListField path="controls.categories.groups" label="Which categories" choices={choices} />}
    </BlockStack>
  );
}

function Merchants() {
  return (
    <BlockStack gap="200">
      <SelectField path="controls.merchants.mode" label={controlLabels.merchants} choices={modes} />
      {useIsListed('merchants') && (
        <PlainField
          path="controls.merchants.names"
          label="Which merchants"
          lines={3}
          hint="One a line, as the name begins on your purchases: FACEBK, GOOGLE ADS."
        />
      )}
    </BlockStack>
  );
}

function Countries() {
  const { getValues } = useFormContext();
  const stored: readonly string[] = getValues('controls.countries.codes') ?? [];
  const others = stored.filter((code) => !Object.hasOwn(countryNames, code)).map((code) => ({ value: code, label: code }));
  const choices = [...Object.entries(countryNames).map(([value, label]) => ({ value, label })), ...others];
  return (
    <BlockStack gap="200">
      <SelectField path="controls.countries.mode" label={controlLabels.countries} choices={modes} />
      {useIsListed('countries') && <CheckListField path="controls.countries.codes" label="Which countries" choices={choices} />}
    </BlockStack>
  );
}

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: hour, label: hourInWords(hour) }));
const days = weekDays.map(({ day, name }) => ({ value: day, label: name }));

function Hours() {
  const isLimited = useWatch({ name: 'controls.hours.isLimited' }) === true;
  return (
    <BlockStack gap="200">
      <CheckField path="controls.hours.isLimited" label="Only at certain hours" />
      {isLimited && (
        <FormLayout>
          <FormLayout.Group condensed>
            <NumberSelectField path="controls.hours.from" label="From" choices={hours.slice(0, -1)} />
            <NumberSelectField path="controls.hours.until" label="Until" choices={hours.slice(1)} />
          </FormLayout.Group>
          <CheckListField path="controls.hours.days" label="On which days" choices={days} />
        </FormLayout>
      )}
    </BlockStack>
  );
}
