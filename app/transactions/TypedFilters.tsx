import { FormLayout, TextField, type TextFieldProps } from '@shopify/polaris';
import { useState } from 'react';
import type { TableFilters } from '../../server/domain/table/filters.ts';
import { readTyped, typedOf } from '../../server/domain/table/typedFilters.ts';

interface TypedFieldsProps {
  filters: TableFilters;
  change: (changed: Partial<TableFilters>) => void;
}

/** The first and the last day, taken as soon as they are days: a year is typed digit by digit. */
export function DayFields({ filters, change }: TypedFieldsProps) {
  const [typed, setTyped] = useState(() => typedOf(filters));
  const { problems } = readTyped(typed);
  const field = (name: 'from' | 'to') => ({
    type: 'date' as const,
    value: typed[name],
    problem: problems[name],
    onChange(day: string) {
      const next = { ...typed, [name]: day };
      setTyped(next);
      const { from, to } = readTyped(next).read;
      if (day === '' || { from, to }[name] !== null) change({ from, to });
    },
  });
  return (
    <FormLayout>
      <TypedFilter label="From" {...field('from')} />
      <TypedFilter label="To" {...field('to')} />
    </FormLayout>
  );
}

/** The smallest and the largest amount, taken when the field is left. */
export function AmountFields({ filters, change }: TypedFieldsProps) {
  const [typed, setTyped] = useState(() => typedOf(filters));
  const { read, problems } = readTyped(typed);
  const field = (name: 'min' | 'max') => ({
    prefix: '$',
    inputMode: 'decimal' as const,
    value: typed[name],
    problem: problems[name],
    onChange: (amount: string) => setTyped({ ...typed, [name]: amount }),
    onLeave: () => change({ min_cents: read.min_cents, max_cents: read.max_cents }),
  });
  return (
    <FormLayout>
      <TypedFilter label="At least" {...field('min')} />
      <TypedFilter label="At most" {...field('max')} />
    </FormLayout>
  );
}

interface TypedFilterProps extends Pick<TextFieldProps, 'type' | 'prefix' | 'inputMode'> {
  label: string;
  value: string;
  problem: string | undefined;
  onChange: (typed: string) => void;
  onLeave?: () => void;
}

/** A typed field of a filter. Its mistake is shown once the field was left. */
function TypedFilter({ problem, onLeave, ...field }: TypedFilterProps) {
  const [wasLeft, setWasLeft] = useState(false);
  return (
    <TextField
      {...field}
      autoComplete="off"
      error={wasLeft && problem !== undefined ? problem : false}
      onBlur={() => {
        setWasLeft(true);
        onLeave?.();
      }}
    />
  );
}
