import { BlockStack, InlineGrid, Select, TextField } from '@shopify/polaris';
import type { ChosenRange } from '../../server/browser/forms/useRange.ts';
import type { IsoDate } from '../../server/domain/basics/dates.ts';
import { presetRange, type RangePreset, rangePresets, rangeProblem } from '../../server/domain/reports/reportRanges.ts';

const own = 'own';
const choices = [...Object.entries(rangePresets).map(([value, label]) => ({ value, label })), { value: own, label: 'From day to day' }];

interface RangeFieldsProps {
  range: ChosenRange;
  today: IsoDate;
  onChange: (range: ChosenRange) => void;
}

/** Presets, and the first and the last day of a range of one's own. */
export function RangeFields({ range, today, onChange }: RangeFieldsProps) {
  const choose = (value: string) =>
    value === own ? onChange({ ...range, preset: null }) : onChange({ preset: value as RangePreset, ...presetRange(value as RangePreset, today) });
  return (
    <BlockStack gap="300">
      <Select label="Range" options={choices} value={range.preset ?? own} onChange={choose} />
      {range.preset === null && (
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
          <TextField
            label="First day"
            type="date"
            autoComplete="off"
            value={range.first}
            onChange={(first) => onChange({ ...range, first })}
            error={rangeProblem(range) ?? false}
          />
          <TextField label="Last day" type="date" autoComplete="off" value={range.last} onChange={(last) => onChange({ ...range, last })} />
        </InlineGrid>
      )}
    </BlockStack>
  );
}
