import { useFormContext, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { controlLabels } from '../../../../server/domain/card/cardWords.ts';
import type { CategoryGroup } from '../../../../server/domain/card/controls/categories.ts';
import {
  categoryChoices,
  controlsTexts,
  countryChoices,
  dayChoices,
  hourChoices,
  modeChoices,
  neverAllowed,
} from '../../../../server/domain/card/controls/controlChoices.ts';
import { type ListKind, limitKinds } from '../../../../server/domain/card/controls/controls.ts';
import { typedLengths } from '../../../../server/domain/forms/typedLengths.ts';
import { CheckField } from '../../../forms/CheckField.tsx';
import { CheckListField } from '../../../forms/CheckListField.tsx';
import { Field } from '../../../forms/Field.tsx';
import { Fields, Hint } from '../../../forms/fieldLayout.ts';
import { LongField } from '../../../forms/LongField.tsx';
import { SelectField } from '../../../forms/SelectField.tsx';

const Pairs = styled.div`
  display: grid;
  gap: 1rem;
  grid-template-columns: repeat(2, minmax(0, 1fr));
`;

const More = styled.details`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  padding-top: 0.75rem;

  summary {
    cursor: pointer;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    padding: 0.25rem 0;
  }

  summary + div {
    margin-top: 1rem;
  }
`;

interface ControlsFieldsProps {
  /** The categories that the program blocks for everybody. */
  blocked?: readonly CategoryGroup[];
  /** Whether the rarer controls are shown at once. */
  isOpen?: boolean;
}

/** The controls of a card below `controls` in their form: its limits, and under `More controls` where and when it can be used. */
export function ControlsFields({ blocked = [], isOpen = false }: ControlsFieldsProps) {
  return (
    <Fields>
      <Pairs>
        {limitKinds.map((limit) => (
          <Field
            key={limit}
            name={`controls.limits.${limit}`}
            label={controlLabels[limit]}
            iconLeft={<span aria-hidden="true">$</span>}
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
            maxLength={typedLengths.dollars}
          />
        ))}
      </Pairs>
      <More open={isOpen}>
        <summary>{controlsTexts.more}</summary>
        <Fields>
          <Categories blocked={blocked} />
          <Merchants />
          <Countries />
          <Hours />
          <Field name="controls.ends_on" label={controlLabels.ends_on} type="date" autoComplete="off" hint={controlsTexts.lastDayHint} />
        </Fields>
      </More>
    </Fields>
  );
}

/** Returns whether a list of the form is a control, so that its entries are asked for. */
function useIsListed(list: ListKind): boolean {
  return useWatch({ name: `controls.${list}.mode` }) !== 'any';
}

function Categories({ blocked }: { blocked: readonly CategoryGroup[] }) {
  const never = neverAllowed(blocked);
  return (
    <div>
      <SelectField name="controls.categories.mode" label={controlLabels.categories} choices={modeChoices} />
      {never !== null && <Hint>{never}</Hint>}
      {useIsListed('categories') && (
        <CheckListField name="controls.categories.groups" legend={controlsTexts.whichCategories} choices={categoryChoices(blocked)} />
      )}
    </div>
  );
}

function Merchants() {
  return (
    <div>
      <SelectField name="controls.merchants.mode" label={controlLabels.merchants} choices={modeChoices} />
      {useIsListed('merchants') && <LongField name="controls.merchants.names" label={controlsTexts.whichMerchants} hint={controlsTexts.merchantsHint} />}
    </div>
  );
}

function Countries() {
  const { getValues } = useFormContext();
  const stored: readonly string[] = getValues('controls.countries.codes') ?? [];
  return (
    <div>
      <SelectField name="controls.countries.mode" label={controlLabels.countries} choices={modeChoices} />
      {useIsListed('countries') && <CheckListField name="controls.countries.codes" legend={controlsTexts.whichCountries} choices={countryChoices(stored)} />}
    </div>
  );
}

function Hours() {
  const isLimited = useWatch({ name: 'controls.hours.isLimited' });
  return (
    <Fields>
      <CheckField name="controls.hours.isLimited" label={controlsTexts.hours} />
      {isLimited && (
        <>
          <Pairs>
            <SelectField name="controls.hours.from" label="From" choices={hourChoices.slice(0, -1)} />
            <SelectField name="controls.hours.until" label="Until" choices={hourChoices.slice(1)} />
          </Pairs>
          <CheckListField name="controls.hours.days" legend={controlsTexts.whichDays} choices={dayChoices} />
        </>
      )}
    </Fields>
  );
}
