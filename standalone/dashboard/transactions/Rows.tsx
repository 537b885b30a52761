import { ArrowDownwardIcon, ArrowUpwardIcon } from '@bigcommerce/big-design-icons';
import type { KeyboardEvent } from 'react';
import styled, { css } from 'styled-components';
import type { ShownRow } from '../../../server/contract/shownRows.ts';
import { pendingMark } from '../../../server/domain/table/statusWords.ts';
import { type Sort, sortAfterClick, type TabKey, tabs } from '../../../server/domain/table/table.ts';
import { Hidden } from '../../layout/Hidden.ts';

/** Each row in two lines or more, and the headers as buttons above, in as many lines as make all of them seen. */
const stacked = css`
  &,
  thead,
  tbody {
    display: block;
  }

  thead tr {
    display: flex;
    flex-wrap: wrap;
  }

  thead th {
    flex: none;
    padding-right: 0.25rem;
  }

  /* Rows are not sorted by card and person; their cells have the label. */
  thead th:not([data-column]) {
    display: none;
  }

  thead button {
    margin: 0 0.5rem 0 0;
  }

  tbody tr {
    display: grid;
    grid-template-columns: 1fr auto;
    padding: 0.625rem 0.5rem;
  }

  tr > :nth-child(n) {
    height: auto;
    padding: 0;
  }

  td {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
    line-height: 1.25rem;
  }

  td[data-place='lead'],
  td[data-column='amount'] {
    color: ${({ theme }) => theme.colors.secondary70};
    font-size: inherit;
    grid-row: 1;
    line-height: inherit;
  }

  td[data-place='lead'] {
    min-width: 0;
    overflow-wrap: anywhere;
    padding-right: 0.75rem;
  }

  td[data-place='last'] {
    text-align: right;
  }

  td[data-place='extra'] {
    grid-column: 1 / -1;
  }

  td[data-place='extra']::before {
    content: attr(data-label) ': ';
  }
`;

/** Too narrow for a table of five columns: a phone, and a window that is little wider than the sidebar and a phone. */
const narrow = '(max-width: 729.98px), (min-width: 900px) and (max-width: 1041.98px)';

/** Too narrow for those and the card and the person. */
const narrowForCards = '(max-width: 1249.98px)';

const Grid = styled.table`
  border-collapse: collapse;
  width: 100%;

  &[aria-busy='true'] tbody {
    opacity: 0.5;
  }

  th,
  td {
    height: 3rem;
    padding: 0.375rem 0.75rem;
    text-align: left;
  }

  th:first-child,
  td:first-child {
    padding-left: 0.5rem;
  }

  th {
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  }

  tr > [data-column='amount'] {
    text-align: right;
    white-space: nowrap;
  }

  tr > [data-column='amount'] + * {
    padding-left: 3rem;
  }

  /* Seven columns need the room themselves. */
  &[data-has-cards] tr > * {
    padding: 0.375rem 0.5rem;
  }

  &[data-has-cards] tr > [data-column='amount'] + * {
    padding-left: 1rem;
  }

  td > small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  tbody tr {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    cursor: pointer;
  }

  tbody tr:hover,
  tbody tr:focus-within {
    background: ${({ theme }) => theme.colors.secondary10};
  }

  @media ${narrow} {
    ${stacked}
  }

  @media ${narrowForCards} {
    &[data-has-cards] {
      ${stacked}
    }
  }
`;

const SortButton = styled.button`
  align-items: center;
  background: none;
  border: 0;
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: ${({ theme }) => theme.colors.secondary60};
  cursor: pointer;
  display: inline-flex;
  font: inherit;
  gap: 0.125rem;
  min-height: 2.5rem;
  padding: 0 0.25rem;
  margin: 0 -0.25rem;
  white-space: nowrap;

  svg {
    height: 1rem;
    visibility: hidden;
    width: 1rem;
  }

  [data-column='amount'] > & {
    flex-direction: row-reverse;
  }

  &:hover svg,
  &[data-sorted] svg {
    visibility: visible;
  }

  &[data-sorted] {
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

/** The header of a column by which rows are not sorted. */
const OfCard = styled.th`
  color: ${({ theme }) => theme.colors.secondary60};
  min-width: 7.5rem;
`;

const Open = styled.button`
  background: none;
  border: 0;
  color: inherit;
  cursor: pointer;
  font: inherit;
  margin-right: 0.5rem;
  padding: 0;
  text-align: left;
`;

const Mark = styled.span`
  border: 1px solid ${({ theme }) => theme.colors.secondary40};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: ${({ theme }) => theme.colors.secondary60};
  display: inline-block;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  line-height: 1;
  padding: 0.125rem 0.375rem;
  white-space: nowrap;
`;

/** A mark beside the text of a cell. The search and the files have the text without it. */
function PendingMark() {
  return (
    <Mark>
      {pendingMark.text}
      <Hidden>: {pendingMark.explanation}</Hidden>
    </Mark>
  );
}

interface RowsProps {
  tab: TabKey;
  rows: readonly ShownRow[];
  sort: Sort;
  /** Whether other rows are loading to replace these. */
  isBusy: boolean;
  /** Whether the card and the person of each purchase are shown, behind the columns by which rows are sorted. */
  hasCards: boolean;
  onSort: (sort: Sort) => void;
  onOpen: (id: string) => void;
}

/** A page of rows. A click on a header sorts, a click on a row opens it; the arrow keys move from row to row. */
export function Rows({ tab, rows, sort, isBusy, hasCards, onSort, onOpen }: RowsProps) {
  const { label, columns } = tabs[tab];
  return (
    <Grid aria-busy={isBusy} aria-label={label} data-has-cards={hasCards || undefined}>
      <thead>
        <tr>
          {columns.map(({ key, label: name }) => (
            <th key={key} scope="col" data-column={key} {...(sort.column === key && { 'aria-sort': sort.direction === 'asc' ? 'ascending' : 'descending' })}>
              <SortButton type="button" data-sorted={sort.column === key || undefined} onClick={() => onSort(sortAfterClick(sort, key))}>
                {name}
                {sort.column === key && sort.direction === 'desc' ? <ArrowDownwardIcon /> : <ArrowUpwardIcon />}
              </SortButton>
            </th>
          ))}
          {hasCards && (
            <>
              <OfCard scope="col">Card</OfCard>
              <OfCard scope="col">Person</OfCard>
            </>
          )}
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {rows.map(({ id, cells, abroad, isPending, card }) => (
          // By keyboard, the button in the row does the same.
          <tr key={id} onClick={() => onOpen(id)}>
            {columns.map(({ key, label: name }, place) => (
              <td key={key} data-column={key} data-label={name} data-place={placeOnPhone(tab, key)}>
                {place === 0 ? (
                  <Open type="button" aria-haspopup="dialog">
                    {cells[place]}
                  </Open>
                ) : (
                  cells[place]
                )}
                {key === 'type' && isPending && <PendingMark />}
                {key === 'merchant' && abroad && <small>{abroad}</small>}
              </td>
            ))}
            {hasCards && (
              <>
                <td data-label="Card" data-place="extra">
                  {card?.words}
                </td>
                <td data-label="Person" data-place="extra">
                  {card?.person}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}

const leadOnPhone = { card: 'merchant', repayments: 'type', receivables: 'type' } as const satisfies Record<TabKey, string>;
const lastOnPhone = { card: 'transaction_date', repayments: 'date', receivables: 'status' } as const satisfies Record<TabKey, string>;

/** Returns a cell's place on a phone. The column that tells rows apart leads; the repayment date is on a third line, with its label. */
function placeOnPhone(tab: TabKey, column: string): 'lead' | 'last' | 'extra' | undefined {
  if (column === leadOnPhone[tab]) return 'lead';
  if (column === lastOnPhone[tab]) return 'last';
  return column === 'repayment_date' ? 'extra' : undefined;
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const place = buttons.findIndex((button) => button.contains(event.target as Node));
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (place < 0 || next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}
