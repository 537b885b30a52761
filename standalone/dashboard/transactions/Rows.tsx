import { ArrowDownwardIcon, ArrowUpwardIcon } from '@bigcommerce/big-design-icons';
import type { KeyboardEvent } from 'react';
import type { ShownRow } from '../../../server/contract/shownRows.ts';
import { pendingMark } from '../../../server/domain/table/statusWords.ts';
import { type Sort, sortAfterClick, type TabKey, tabs } from '../../../server/domain/table/table.ts';
import { Hidden } from '../../layout/Hidden.ts';
import { Grid, Mark, OfCard, Open, SortButton } from './rowStyles.ts';

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
