import { IndexFilters, IndexFiltersMode, type IndexFiltersProps, useSetIndexFiltersMode } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import type { NamedCard } from '../../server/domain/card/namedCard.ts';
import { filtersInWords, hasFilters, noFilters, type TableFilters } from '../../server/domain/table/filters.ts';
import { openTab, type ShownTable } from '../../server/domain/table/shownTable.ts';
import { type TabKey, tabs } from '../../server/domain/table/table.ts';
import { useAnnouncedHeight } from '../useAnnouncedHeight.ts';
import { cardFields, filterFields, purchaseFields } from './filterFields.tsx';

interface TransactionFiltersProps {
  /** The tabs that the reader has. */
  keys: readonly TabKey[];
  shown: ShownTable;
  /** The cards of the account; none in a tab whose rows have no card. */
  cards: readonly NamedCard[];
  show: (next: ShownTable) => void;
  isLoading: boolean;
}

/** The tabs of the table, its search and its filters, as the admin's own lists have them. */
export function TransactionFilters({ keys, shown, cards, show, isLoading }: TransactionFiltersProps) {
  const { filters } = shown;
  // A reader who comes to rows that are narrowed down sees by what.
  const [wasNarrowed] = useState(shown.q !== '' || hasFilters(filters));
  const { mode, setMode } = useSetIndexFiltersMode(wasNarrowed ? IndexFiltersMode.Filtering : IndexFiltersMode.Default);
  const { typed, type, empty } = useTypedSearch(shown.q, (q) => show({ ...shown, q, page: 1 }));
  const change = (changed: Partial<TableFilters>) => show({ ...shown, filters: { ...filters, ...changed }, page: 1 });
  const clear = () => {
    empty();
    show({ ...shown, q: '', filters: noFilters, page: 1 });
  };
  return (
    <div ref={useAnnouncedHeight()}>
      <IndexFilters
        tabs={keys.map((key) => ({ id: key, content: tabs[key].label, isLocked: true }))}
        selected={keys.indexOf(shown.tab)}
        onSelect={(place) => {
          empty();
          show(openTab(keys[place] ?? 'card'));
        }}
        canCreateNewView={false}
        mode={mode}
        setMode={setMode}
        cancelAction={{ onAction: clear }}
        loading={isLoading}
        queryValue={typed}
        autoFocusSearchField={!wasNarrowed}
        queryPlaceholder="Search transactions"
        onQueryChange={type}
        onQueryClear={() => type('')}
        filters={[...filterFields(shown, change), ...purchaseFields(shown, change), ...cardFields({ filters, cards, change })]}
        appliedFilters={appliedFilters({ filters, cards }, (without) => show({ ...shown, filters: without, page: 1 }))}
        onClearAll={clear}
      />
    </div>
  );
}

/** A pause in typing after which the search begins. */
const pauseMs = 400;

/** Keeps what is typed into the search box: `type` takes it and searches for it after a pause in typing, `empty` only empties the box. */
function useTypedSearch(searched: string, search: (q: string) => void) {
  const [typed, setTyped] = useState(searched);
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  const latestSearch = useRef(search);
  latestSearch.current = search;
  useEffect(() => () => clearTimeout(waiting.current), []);
  const write = (next: string) => {
    clearTimeout(waiting.current);
    setTyped(next);
  };
  return {
    typed,
    empty: () => write(''),
    type(next: string) {
      write(next);
      waiting.current = setTimeout(() => latestSearch.current(next), pauseMs);
    },
  };
}

const filterKeys = {
  type: ['type'],
  status: ['status'],
  days: ['from', 'to'],
  amount: ['min_cents', 'max_cents'],
  category: ['category'],
  merchant: ['merchant'],
  card: ['card'],
  holder: ['holder'],
} as const;

function appliedFilters(
  { filters, cards }: Pick<TransactionFiltersProps, 'cards'> & { filters: TableFilters },
  show: (without: TableFilters) => void,
): NonNullable<IndexFiltersProps['appliedFilters']> {
  return filtersInWords(filters, cards).map(({ words, without }) => ({
    key: Object.entries(filterKeys).find(([, names]) => names.some((name) => without[name] !== filters[name]))?.[0] ?? '',
    label: words,
    onRemove: () => show(without),
  }));
}
