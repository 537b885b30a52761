import { filterParameters, noFilters, readFilters, type TableFilters } from './filters.ts';
import { type Direction, defaultTab, initialSort, type Sort, searchTerm, type TabKey, tabs } from './table.ts';

/** The table's view as stored in the address, so that everyone who opens the address sees the same rows. */
export interface ShownTable {
  tab: TabKey;
  /** The text typed into the search box. */
  q: string;
  sort: Sort;
  filters: TableFilters;
  /** From 1. */
  page: number;
  /** Id of the row whose details are open. */
  row: string | null;
}

const maximumSearchLength = 200;

/** Reads the view from an address. Unknown values count as absent. */
export function readShownTable(query: URLSearchParams): ShownTable {
  const tab = isTab(query.get('tab')) ?? defaultTab;
  const initial = initialSort(tabs[tab]);
  const column = tabs[tab].columns.find(({ key }) => key === query.get('sort'))?.key ?? initial.column;
  const direction: Direction = query.get('dir') === 'asc' ? 'asc' : 'desc';
  const page = Number(query.get('page'));
  return {
    tab,
    q: (query.get('q') ?? '').slice(0, maximumSearchLength),
    sort: { column, direction },
    filters: readFilters(query, tab),
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    row: query.get('row'),
  };
}

/** Returns the query for a view of the table; keeps all other parameters, and leaves out default values. */
export function withShownTable(query: URLSearchParams, { tab, q, sort, filters, page, row }: ShownTable): URLSearchParams {
  const written = new URLSearchParams(query);
  const initial = initialSort(tabs[tab]);
  const set = (name: string, value: string, isChosen: boolean) => (isChosen ? written.set(name, value) : written.delete(name));
  set('tab', tab, tab !== defaultTab);
  set('q', q, searchTerm(q) !== '');
  set('sort', sort.column, sort.column !== initial.column || sort.direction !== initial.direction);
  set('dir', sort.direction, sort.direction !== initial.direction);
  for (const [name, value] of Object.entries(filterParameters(filters))) set(name, value ?? '', value !== null);
  set('page', String(page), page !== 1);
  set('row', row ?? '', row !== null);
  return written;
}

/** Returns the first page of another tab, without the search, the sort and the filters of the previous one. */
export function openTab(tab: TabKey): ShownTable {
  return { tab, q: '', sort: initialSort(tabs[tab]), filters: noFilters, page: 1, row: null };
}

function isTab(name: string | null): TabKey | null {
  return name !== null && Object.hasOwn(tabs, name) ? (name as TabKey) : null;
}
