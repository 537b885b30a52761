import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useNavigation, useSearchParams } from '@remix-run/react';
import { Card, EmptyState, IndexTable, Page, Tabs, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { getReceiver } from '../../server/contract/receiver.ts';
import { shownRows } from '../../server/contract/shownRows.ts';
import type { getTransactions } from '../../server/contract/transactions.ts';
import { openTab, readShownTable, type ShownTable, withShownTable } from '../../server/domain/table/shownTable.ts';
import { describePage, sortAfterClick, type TabKey, tabs } from '../../server/domain/table/table.ts';
import { merchantOf } from '../merchant.server.ts';

/** Loads the page of the table that the address names, by the full site's query parameters. */
export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const { token } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { tab, q, sort, page } = readShownTable(new URL(visit.request.url).searchParams);
  const query = { tab, q, sort: sort.column, dir: sort.direction, page: String(page) };
  return merchant.ask<typeof getTransactions>('GET /api/users/:token/transactions', { params: { token }, query });
}

const tabKeys = Object.keys(tabs) as TabKey[];

/** The transactions page: purchases, repayments and receivables. */
export default function Transactions() {
  const answer = useLoaderData<typeof loader>();
  const [query, setQuery] = useSearchParams();
  const isLoading = useNavigation().state === 'loading';
  const shown = readShownTable(query);
  const show = (next: ShownTable) => setQuery((before) => withShownTable(before, next), { preventScrollReset: true });
  const { columns } = tabs[shown.tab];
  const { page, from, to, total } = answer;
  return (
    <Page title="Transactions" backAction={{ content: 'Home', url: '/shopify' }}>
      <Card padding="0">
        <Tabs
          tabs={tabKeys.map((key) => ({ id: key, content: tabs[key].label }))}
          selected={tabKeys.indexOf(shown.tab)}
          onSelect={(place) => show(openTab(tabKeys[place] ?? 'card'))}
        />
        <Search key={shown.tab} initial={shown.q} onSearch={(q) => show({ ...shown, q, page: 1 })} />
        <IndexTable
          resourceName={{ singular: 'transaction', plural: 'transactions' }}
          itemCount={answer.rows.length}
          selectable={false}
          loading={isLoading}
          headings={columns.map(({ label }) => ({ title: label })) as [{ title: string }, ...{ title: string }[]]}
          sortable={columns.map(() => true)}
          sortColumnIndex={columns.findIndex(({ key }) => key === shown.sort.column)}
          sortDirection={shown.sort.direction === 'asc' ? 'ascending' : 'descending'}
          onSort={(place) => show({ ...shown, sort: sortAfterClick(shown.sort, columns[place]?.key ?? shown.sort.column), page: 1 })}
          pagination={{
            hasPrevious: page > 1,
            onPrevious: () => show({ ...shown, page: page - 1 }),
            hasNext: to < total,
            onNext: () => show({ ...shown, page: page + 1 }),
            label: describePage({ from, to, total }),
          }}
          emptyState={
            <EmptyState heading="Nothing here yet" image="">
              <p>{shown.q === '' ? 'What you buy, repay and earn shows here.' : 'Nothing fits what you searched for.'}</p>
            </EmptyState>
          }
        >
          {shownRows(answer).map(({ id, cells, abroad }, place) => (
            <IndexTable.Row key={id} id={id} position={place}>
              {cells.map((cell, column) => (
                <IndexTable.Cell key={columns[column]?.key ?? column}>
                  <Text as="span" numeric={columns[column]?.key === 'amount'}>
                    {cell}
                  </Text>
                  {columns[column]?.key === 'merchant' && abroad && (
                    <Text as="p" variant="bodySm" tone="subdued">
                      {abroad}
                    </Text>
                  )}
                </IndexTable.Cell>
              ))}
            </IndexTable.Row>
          ))}
        </IndexTable>
      </Card>
    </Page>
  );
}

/** A search box that searches on Enter and on blur. */
function Search({ initial, onSearch }: { initial: string; onSearch: (typed: string) => void }) {
  const [typed, setTyped] = useState(initial);
  const search = () => typed !== initial && onSearch(typed);
  return (
    <form
      style={{ padding: 'var(--p-space-300)' }}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <TextField label="Search transactions" labelHidden placeholder="Search" autoComplete="off" value={typed} onChange={setTyped} onBlur={search} />
    </form>
  );
}
