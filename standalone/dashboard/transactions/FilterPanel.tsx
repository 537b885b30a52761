import { Button, Input } from '@bigcommerce/big-design';
import { type FormEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import type { NamedCard } from '../../../server/domain/card/namedCard.ts';
import {
  cardChoices,
  categoryChoices,
  filterCategory,
  holderChoices,
  noFilters,
  statusLabel,
  type TableFilters,
  tableStatuses,
  tableTypes,
  typeLabel,
} from '../../../server/domain/table/filters.ts';
import type { TabKey } from '../../../server/domain/table/table.ts';
import { readTyped, type TypedFilterProblems, type TypedFilters, typedOf } from '../../../server/domain/table/typedFilters.ts';
import { FieldBox, FieldError } from '../../forms/fieldLayout.ts';
import { PlainSelect } from '../../forms/PlainSelect.tsx';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { Choice, Choices } from '../Choices.tsx';
import { SidePanel } from '../SidePanel.tsx';

const Form = styled.form`
  display: grid;
  gap: 1.25rem;
`;

const Group = styled.div`
  h3 {
    font-size: inherit;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 0.5rem;
  }

  fieldset {
    margin: 0;
  }
`;

const Pair = styled.div`
  display: grid;
  gap: 0.75rem;
  /* A date and its icon have no room in less. */
  grid-template-columns: repeat(auto-fit, minmax(9.25rem, 1fr));

  > :nth-child(n) {
    min-width: 0;
  }
`;

interface FilterPanelProps {
  tab: TabKey;
  filters: TableFilters;
  /** The cards of the account; none in a tab whose rows have no card. */
  cards: readonly NamedCard[];
  onApply: (filters: TableFilters) => void;
  onClose: () => void;
}

type Chosen = Pick<TableFilters, 'type' | 'status' | 'category' | 'merchant' | 'card' | 'holder'>;

/** The filters of a tab: days, type, status, amount, and of purchases the category, and the card and its holder where there are several. On a phone the panel covers the screen. */
export function FilterPanel({ tab, filters, cards, onApply, onClose }: FilterPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => typedOf(filters));
  const [chosen, setChosen] = useState<Chosen>(filters);
  const choose = (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change }));
  const [problems, setProblems] = useState<TypedFilterProblems>({});
  const type = (name: keyof TypedFilters) => (text: string) => setTyped((before) => ({ ...before, [name]: text }));

  function apply(event: FormEvent) {
    event.preventDefault();
    const { read, problems: found } = readTyped(typed);
    setProblems(found);
    if (Object.keys(found).length === 0) onApply({ ...chosen, ...read });
    else focusFirstProblem(form.current);
  }
  const field = (name: keyof TypedFilters) => ({ value: typed[name], problem: problems[name], onType: type(name) });
  return (
    <SidePanel title="Filters" onClose={onClose}>
      <Form ref={form} noValidate onSubmit={apply}>
        <Group>
          <h3>Date</h3>
          <Pair>
            <FilterField label="From" type="date" {...field('from')} />
            <FilterField label="To" type="date" {...field('to')} />
          </Pair>
        </Group>
        <Words label="Type" words={tableTypes[tab]} labelOf={typeLabel} value={chosen.type} onChoose={(type) => choose({ type })} />
        <Words label="Status" words={tableStatuses[tab]} labelOf={statusLabel} value={chosen.status} onChoose={(status) => choose({ status })} />
        <Group>
          <h3>Amount in US dollars</h3>
          <Pair>
            <FilterField label="At least" {...field('min')} />
            <FilterField label="At most" {...field('max')} />
          </Pair>
        </Group>
        {tab === 'card' && (
          <Selected
            label="Category"
            any="All categories"
            choices={categoryChoices()}
            value={chosen.category}
            onChoose={(category) => choose({ category: filterCategory(category) })}
          />
        )}
        <Selected label="Card" any="All cards" choices={cardChoices(cards)} value={chosen.card} onChoose={(card) => choose({ card })} />
        <Selected label="Person" any="Everybody" choices={holderChoices(cards)} value={chosen.holder} onChoose={(holder) => choose({ holder })} />
        <ButtonRow>
          <Button type="submit">Show results</Button>
          <Button type="button" variant="subtle" onClick={() => onApply(noFilters)}>
            Clear filters
          </Button>
        </ButtonRow>
      </Form>
    </SidePanel>
  );
}

interface WordsProps {
  label: string;
  words: readonly string[];
  labelOf: (word: string) => string;
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** A few words of which one is chosen, or any; shows nothing where there are none. */
function Words({ label, words, labelOf, value, onChoose }: WordsProps) {
  return (
    <Group>
      <h3>{label}</h3>
      <Choices label={label}>
        <Choice isChosen={value === null} onChoose={() => onChoose(null)}>
          Any
        </Choice>
        {words.map((one) => (
          <Choice key={one} isChosen={value === one} onChoose={() => onChoose(one)}>
            {labelOf(one)}
          </Choice>
        ))}
      </Choices>
    </Group>
  );
}

interface SelectedProps {
  label: string;
  /** The words for no filter. */
  any: string;
  choices: ReturnType<typeof cardChoices>;
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** A list with one choice, or none; shows nothing where there is nothing to choose. */
function Selected({ label, any, choices, value, onChoose }: SelectedProps) {
  if (choices.length === 0) return null;
  return (
    <PlainSelect label={label} options={[{ value: '', label: any }, ...choices]} value={value ?? ''} onChoose={(next) => onChoose(next === '' ? null : next)} />
  );
}

interface FilterFieldProps {
  label: string;
  type?: 'date';
  value: string;
  problem: string | undefined;
  onType: (text: string) => void;
}

function FilterField({ label, type, value, problem, onType }: FilterFieldProps) {
  const id = useId();
  return (
    <FieldBox>
      <Input
        label={label}
        {...(type ? { type } : { inputMode: 'decimal' as const, maxLength: 14 })}
        autoComplete="off"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        onChange={({ target }) => onType(target.value)}
      />
      {problem !== undefined && <FieldError id={id}>{problem}</FieldError>}
    </FieldBox>
  );
}
