import { useFormContext, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { hourInWords } from '../../../../server/domain/basics/words.ts';
import { controlLabels, countryNames, weekDays } from '../../../../server/domain/card/cardWords.ts';
import { type CategoryGroup, categoryGroupKeys, categoryGroups } from '../../../../server/domain/card/controls/categories.ts';
import { type ControlKind, limitKinds } from '../../../../server/domain/card/controls/controls.ts';
import { listChoices } from '../../../../server/domain/card/controls/controlsForm.ts';
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
  /** What the program allows nobody. */
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
            maxLength={14}
          />
        ))}
      </Pairs>
      <More open={isOpen}>
        <summary>More controls</summary>
        <Fields>
          <Categories blocked={blocked} />
          <Merchants />
          <Countries />
          <Hours />
          <Field name="controls.ends_on" label={controlLabels.ends_on} type="date" autoComplete="off" hint="The card declines every purchase after this day." />
        </Fields>
      </More>
    </Fields>
  );
}

const modes = listChoices.map(({ mode, label }) => ({ value: mode, label }));

/** The choice of a list, and below it the list itself once there is one. */
function useIsListed(control: ControlKind): boolean {
  return useWatch({ name: `controls.${control}.mode` }) !== 'any';
}

function Categories({ blocked }: { blocked: readonly CategoryGroup[] }) {
  const choices = categoryGroupKeys.filter((group) => !blocked.includes(group)).map((group) => ({ value: group, label: categoryGroups[group] }));
  return (
    <div>
      <SelectField name="controls.categories.mode" label={controlLabels.categories} choices={modes} />
      {blocked.length > 0 && <Hint>Never allowed on any card: {blocked.map((group) => categoryGroups[group]).join(', ')}.</Hint>}
      {useIsListed('categories') && <CheckListField name="controls.categories.groups" legend="Which categories" choices={choices} />}
    </div>
  );
}

function Merchants() {
  return (
    <div>
      <SelectField name="controls.merchants.mode" label={controlLabels.merchants} choices={modes} />
      {useIsListed('merchants') && (
        <LongField name="controls.merchants.names" label="Which merchants" hint="One a line, as the name begins on your purchases: FACEBK, GOOGLE ADS." />
      )}
    </div>
  );
}

function Countries() {
  const { getValues } = useFormContext();
  const stored: readonly string[] = getValues('controls.countries.codes') ?? [];
  const others = stored.filter((code) => !Object.hasOwn(countryNames, code)).map((code) => ({ value: code, label: code }));
  const choices = [...Object.entries(countryNames).map(([value, label]) => ({ value, label })), ...others];
  return (
    <div>
      <SelectField name="controls.countries.mode" label={controlLabels.countries} choices={modes} />
      {useIsListed('countries') && <CheckListField name="controls.countries.codes" legend="Which countries" choices={choices} />}
    </div>
  );
}

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: hour, label: hourInWords(hour) }));
const days = weekDays.map(({ day, name }) => ({ value: day, label: name }));

function Hours() {
  const isLimited = useWatch({ name: 'controls.hours.isLimited' });
  return (
    <Fields>
      <CheckField name="controls.hours.isLimited" label="Only at certain hours" />
      {isLimited && (
        <>
          <Pairs>
            <SelectField name="controls.hours.from" label="From" choices={hours.slice(0, -1)} />
            <SelectField name="controls.hours.until" label="Until" choices={hours.slice(1)} />
          </Pairs>
          <CheckListField name="controls.hours.days" legend="On which days" choices={days} />
        </>
      )}
    </Fields>
  );
}
