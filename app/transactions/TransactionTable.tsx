import { useNavigate } from '@remix-run/react';
import { Badge, type BadgeProps, IndexTable, Link, Text } from '@shopify/polaris';
import { type ShownRow, shownRows } from '../../server/contract/shownRows.ts';
import type { TransactionsPage } from '../../server/contract/transactions.ts';
import { hasFilters } from '../../server/domain/table/filters.ts';
import type { ShownTable } from '../../server/domain/table/shownTable.ts';
import { pendingMark } from '../../server/domain/table/statusWords.ts';
import { shownRowsInWords, sortAfterClick, tabs } from '../../server/domain/table/table.ts';
import { Empty } from '../components/Empty.tsx';

interface TransactionTableProps {
  answer: TransactionsPage;
  shown: ShownTable;
  show: (next: ShownTable) => void;
  isLoading: boolean;
}

/** The columns by which rows are not sorted, where there are several cards. */
const cardHeadings: { id: string; title: string }[] = [
  { id: 'card', title: 'Card' },
  { id: 'person', title: 'Person' },
];

/** One page of the table. A row leads to its details. */
export function TransactionTable({ answer, shown, show, isLoading }: TransactionTableProps) {
  const navigate = useNavigate();
  const { columns } = tabs[shown.tab];
  const { page, from, to, total } = answer;
  const hasCards = answer.tab === 'card' && answer.cards.length > 1;
  const headings = [
    ...columns.map(({ key, label }) => ({ id: key, title: label, ...(key === 'amount' && { alignment: 'end' as const }) })),
    ...(hasCards ? cardHeadings : []),
  ];
  const pathOf = ({ id }: ShownRow) => `/shopify/transactions/${shown.tab}/${encodeURIComponent(id)}`;
  const isAll = shown.q === '' && !hasFilters(shown.filters);
  return (
    <IndexTable
      resourceName={{ singular: 'transaction', plural: 'transactions' }}
      itemCount={answer.rows.length}
      selectable={false}
      loading={isLoading}
      // Every tab has columns.
      headings={headings as [(typeof headings)[number], ...typeof headings]}
      sortable={headings.map((heading) => !cardHeadings.includes(heading))}
      sortColumnIndex={columns.findIndex(({ key }) => key === shown.sort.column)}
      sortDirection={shown.sort.direction === 'asc' ? 'ascending' : 'descending'}
      onSort={(place) => show({ ...shown, sort: sortAfterClick(shown.sort, columns[place]?.key ?? shown.sort.column), page: 1 })}
      pagination={{
        hasPrevious: page > 1,
        onPrevious: () => show({ ...shown, page: page - 1 }),
        hasNext: to < total,
        onNext: () => show({ ...shown, page: page + 1 }),
        label: shownRowsInWords({ from, to, total }),
      }}
      emptyState={
        <Empty
          heading={isAll ? 'Nothing here yet' : 'Nothing fits'}
          text={isAll ? 'What you buy, repay and earn shows here.' : 'Search for something else, or clear the filters.'}
        />
      }
    >
      {shownRows(answer).map((row, place) => (
        <IndexTable.Row key={row.id} id={row.id} position={place} onClick={() => navigate(pathOf(row))}>
          {columns.map(({ key }, column) => (
            <IndexTable.Cell key={key}>
              <Cell row={row} column={key} text={row.cells[column] ?? ''} path={column === 0 ? pathOf(row) : null} />
            </IndexTable.Cell>
          ))}
          {hasCards && (
            <>
              <IndexTable.Cell>{row.card?.words}</IndexTable.Cell>
              <IndexTable.Cell>{row.card?.person}</IndexTable.Cell>
            </>
          )}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

interface CellProps {
  row: ShownRow;
  column: string;
  text: string;
  /** The page of the row's details, in the cell that links to it. */
  path: string | null;
}

function Cell({ row: { abroad, isPending }, column, text, path }: CellProps) {
  if (column === 'amount')
    return (
      <Text as="span" numeric alignment="end">
        {text}
      </Text>
    );
  if (column === 'status') return <Badge {...toneOf(text)}>{text}</Badge>;
  return (
    <>
      {path === null ? (
        <Text as="span">{text}</Text>
      ) : (
        <Link url={path} monochrome removeUnderline>
          {text}
        </Link>
      )}
      {column === 'type' && isPending && (
        <>
          {' '}
          <Badge size="small" tone="attention" toneAndProgressLabelOverride={pendingMark.explanation}>
            {pendingMark.text}
          </Badge>
        </>
      )}
      {column === 'merchant' && abroad && (
        <Text as="p" variant="bodySm" tone="subdued">
          {abroad}
        </Text>
      )}
    </>
  );
}

const tones: ReadonlyMap<string, NonNullable<BadgeProps['tone']>> = new Map([
  ['settled', 'success'],
  ['success', 'success'],
  ['pending', 'attention'],
  ['posted', 'attention'],
  ['returned', 'critical'],
  ['failed', 'critical'],
]);

function toneOf(status: string): Pick<BadgeProps, 'tone'> {
  const tone = tones.get(status.toLowerCase());
  return tone === undefined ? {} : { tone };
}
