import { Button } from '@bigcommerce/big-design';
import { FileDownloadIcon } from '@bigcommerce/big-design-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId } from 'react';
import styled from 'styled-components';
import { shownRows } from '../../../server/contract/shownRows.ts';
import { openTab, type ShownTable } from '../../../server/domain/table/shownTable.ts';
import { describePage, pageOf, type TabKey } from '../../../server/domain/table/table.ts';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Notice } from '../../layout/Notice.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useDownloads } from '../downloads/downloads.ts';
import { pollIntervalMs } from '../queries.ts';
import { Rows } from './Rows.tsx';
import { SearchBox } from './SearchBox.tsx';
import { TabList, tabId } from './TabList.tsx';
import { tableDownload } from './tableDownload.ts';
import { tableQuery } from './tableQuery.ts';
import { useShownTable } from './useShownTable.ts';

const Details = lazy(() => import('./details/Details.tsx').then((file) => ({ default: file.Details })));

const Tools = styled.div`
  align-items: center;
  display: flex;
  gap: 0.75rem;
  justify-content: space-between;
  padding: 0.75rem 0;

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

const Panel = styled.div`
  min-height: 24rem;

  &:focus-visible {
    outline-offset: 4px;
  }
`;

const Foot = styled.div`
  align-items: center;
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  justify-content: space-between;
  min-height: 3rem;
  padding-top: 0.75rem;

  p {
    margin: 0;
  }

  div {
    display: flex;
    gap: 0.5rem;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

/** The explanation that an empty tab shows. */
const emptyTabTexts: Record<TabKey, string> = {
  card: 'Purchases appear here within seconds of using your card.',
  repayments: 'Repayments appear here when they are drawn from your bank, or when you pay ahead.',
  receivables: 'Sales of your connected store appear here as it reports them.',
};

/** The table on the home page: card transactions, repayments and receivables, searched, sorted and paged by the server. */
export function RecentTransactions() {
  const { receiver, isMasquerading } = useReceiver();
  const [shown, change] = useShownTable();
  const downloads = useDownloads();
  const panelId = useId();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, isPlaceholderData, refetch } = useTablePage(shown);

  return (
    <Card title="Recent Transactions">
      <TabList
        selected={shown.tab}
        panelId={panelId}
        onSelect={(tab) => change(openTab(tab))}
        onApproach={(tab) => isMasquerading || void queries.prefetchQuery(tableQuery(api, receiver.token, openTab(tab)))}
      />
      <Tools>
        <SearchBox searched={shown.q} onSearch={(q) => change({ q, page: 1 }, 'replace')} />
        <Button
          variant="subtle"
          iconLeft={<FileDownloadIcon />}
          disabled={!data?.total}
          aria-label="Download these rows"
          onClick={() => data && downloads.start(tableDownload(receiver.token, shown, data.total))}
        >
          Download
        </Button>
      </Tools>
      <Panel id={panelId} role="tabpanel" aria-labelledby={tabId(shown.tab)}>
        {data ? (
          <Found key={shown.tab} page={data} shown={shown} isBusy={isPlaceholderData} onChange={change} />
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton label="Loading your transactions" lines={16} />
        )}
      </Panel>
      {shown.row !== null && (
        <Suspense>
          <Details tab={shown.tab} id={shown.row} onClose={() => change({ row: null }, 'replace')} />
        </Suspense>
      )}
    </Card>
  );
}

/** Polls the shown page of the table, and prefetches the next one. */
function useTablePage(shown: ShownTable) {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, isMasquerading } = useReceiver();
  const { token } = receiver;
  const page = useQuery({
    ...tableQuery(api, token, shown),
    // Keep the old rows, shown as busy, while other rows of the same tab load.
    placeholderData: (previous, query) => (query?.queryKey[1] === token && previous?.tab === shown.tab ? previous : undefined),
    // Do not poll for staff: each of their reads of a customer's account is recorded.
    refetchInterval: isMasquerading ? false : pollIntervalMs,
  });
  const { data, isPlaceholderData } = page;
  const hasNext = data !== undefined && !isPlaceholderData && pageOf(data.page, data.total).hasNext;
  const next = (data?.page ?? 0) + 1;
  const { tab, q, sort } = shown;
  useEffect(() => {
    if (hasNext && !isMasquerading) void queries.prefetchQuery(tableQuery(api, token, { tab, q, sort, page: next }));
  }, [queries, api, token, tab, q, sort, next, hasNext, isMasquerading]);
  return page;
}

interface FoundProps {
  page: NonNullable<ReturnType<typeof useTablePage>['data']>;
  shown: ShownTable;
  isBusy: boolean;
  onChange: (change: Partial<ShownTable>) => void;
}

function Found({ page, shown, isBusy, onChange }: FoundProps) {
  const { hasPrevious, hasNext } = pageOf(page.page, page.total);
  if (page.total === 0)
    return (
      <Notice role="status">
        <h3>{describePage(page)}</h3>
        <p>{shown.q === '' ? emptyTabTexts[shown.tab] : 'Nothing in this tab contains what you typed.'}</p>
      </Notice>
    );
  return (
    <>
      <Rows
        tab={page.tab}
        rows={shownRows(page)}
        sort={shown.sort}
        isBusy={isBusy}
        onSort={(sort) => onChange({ sort, page: 1 })}
        onOpen={(row) => onChange({ row })}
      />
      <Foot>
        <p role="status">{describePage(page)}</p>
        <div>
          <Button variant="secondary" disabled={!hasPrevious || isBusy} onClick={() => onChange({ page: page.page - 1 })}>
            Previous
          </Button>
          <Button variant="secondary" disabled={!hasNext || isBusy} onClick={() => onChange({ page: page.page + 1 })}>
            Next
          </Button>
        </div>
      </Foot>
    </>
  );
}
