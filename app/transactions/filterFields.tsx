import { ChoiceList, type IndexFiltersProps, Text } from '@shopify/polaris';
import type { NamedCard } from '../../server/domain/card/namedCard.ts';
import {
  cardChoices,
  categoryChoices,
  filterCategory,
  holderChoices,
  merchantInWords,
  statusLabel,
  type TableFilters,
  tableStatuses,
  tableTypes,
  typeLabel,
} from '../../server/domain/table/filters.ts';
import type { ShownTable } from '../../server/domain/table/shownTable.ts';
import { AmountFields, DayFields } from './TypedFilters.tsx';

/** Returns the filters of a tab. */
export function filterFields({ tab, filters }: ShownTable, change: (changed: Partial<TableFilters>) => void): IndexFiltersProps['filters'] {
  return [
    typeField({ tab, filters }, change),
    {
      key: 'status',
      label: 'Status',
      pinned: true,
      filter: (
        <ChoiceList
          title="Status"
          titleHidden
          choices={tableStatuses[tab].map((status) => ({ value: status, label: statusLabel(status) }))}
          selected={filters.status === null ? [] : [filters.status]}
          onChange={([status]) => change({ status: status ?? null })}
        />
      ),
    },
    {
      key: 'days',
      label: 'Days',
      pinned: true,
      filter: <DayFields key={tab} filters={filters} change={change} />,
    },
    { key: 'amount', label: 'Amount', pinned: true, filter: <AmountFields key={tab} filters={filters} change={change} /> },
  ];
}

type FilterField = NonNullable<IndexFiltersProps['filters']>[number];

function typeField({ tab, filters }: Pick<ShownTable, 'tab' | 'filters'>, change: (changed: Partial<TableFilters>) => void): FilterField {
  return {
    key: 'type',
    label: 'Type',
    pinned: true,
    filter: (
      <ChoiceList
        title="Type"
        titleHidden
        choices={tableTypes[tab].map((type) => ({ value: type, label: typeLabel(type) }))}
        selected={filters.type === null ? [] : [filters.type]}
        onChange={([type]) => change({ type: type ?? null })}
      />
    ),
  };
}

/** Returns the filters that only purchases have: the category, and the merchant while one is set, which a link chose. */
export function purchaseFields({ tab, filters: { category, merchant } }: ShownTable, change: (changed: Partial<TableFilters>) => void): readonly FilterField[] {
  if (tab !== 'card') return [];
  const ofCategory = (
    <ChoiceList
      title="Category"
      titleHidden
      choices={[...categoryChoices()]}
      selected={category === null ? [] : [category]}
      onChange={([chosen]) => change({ category: filterCategory(chosen ?? null) })}
    />
  );
  const ofMerchant = <Text as="p">{merchantInWords(merchant ?? '')}, in all spellings of its name</Text>;
  return [
    { key: 'category', label: 'Category', pinned: true, filter: ofCategory },
    ...(merchant === null ? [] : [{ key: 'merchant', label: 'Merchant', pinned: true, filter: ofMerchant }]),
  ];
}

interface CardFieldsProps {
  filters: TableFilters;
  cards: readonly NamedCard[];
  change: (changed: Partial<TableFilters>) => void;
}

/** Returns the filters by card and by person, each where there are several. */
export function cardFields({ filters, cards, change }: CardFieldsProps): IndexFiltersProps['filters'] {
  const fields = [
    { key: 'card', label: 'Card', choices: cardChoices(cards) },
    { key: 'holder', label: 'Person', choices: holderChoices(cards) },
  ] as const;
  return fields
    .filter(({ choices }) => choices.length > 0)
    .map(({ key, label, choices }) => ({
      key,
      label,
      pinned: true,
      filter: (
        <ChoiceList
          title={label}
          titleHidden
          choices={[...choices]}
          selected={[filters[key] ?? '']}
          onChange={([chosen]) => change({ [key]: chosen ?? null })}
        />
      ),
    }));
}
