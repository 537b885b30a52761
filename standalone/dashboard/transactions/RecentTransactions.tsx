import { Button } from '@bigcommerce/big-design';
import { FileDownloadIcon, FilterListIcon } from '@bigcommerce/big-design-icons';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useId, useState } from 'react';
import styled from 'styled-components';
import { hasFilters } from '../../../server/domain/table/filters.ts';
import { openTab } from '../../../server/domain/table/shownTable.ts';
import { SearchBox } from '../../forms/SearchBox.tsx';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useDownloads } from '../downloads/downloads.ts';
import { FoundRows } from './FoundRows.tsx';
import { allTabs, TabList, tabId } from './TabList.tsx';
import { tableDownload } from './tableDownload.ts';
import { tableQuery } from './tableQuery.ts';
import { useShownTable } from './useShownTable.ts';
import { useTablePage } from './useTablePage.ts';

const FilterPanel = lazy(() => import('./FilterPanel.tsx').then((file) => ({ default: file.FilterPanel })));
const FilterChips = lazy(() => import('./FilterChips.tsx').then((file) => ({ default: file.FilterChips })));
const Details = lazy(() => import('./details/Details.tsx').then((file) => ({ default: file.Details })));

const Tools = styled.div`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  justify-content: space-between;
  padding: 0.75rem 0;

  > [role='search'] {
    flex: 1 1 10rem;
  }

  > :last-child {
    display: flex;
    gap: 0.5rem;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

/** Keeps its height while somebody searches. Where nothing was bought yet it would be a tall blank. */
const Panel = styled.div<{ $isBlank: boolean }>`
  min-height: ${({ $isBlank }) => ($isBlank ? 0 : '24rem')};

  &:focus-visible {
    outline-offset: 4px;
  }
`;

/** A cardholder sees purchases, and neither what is repaid nor what is sold. */
const ofCardholders = ['card'] as const;

interface RecentTransactionsProps {
  /** Whether the table can be filtered by date, status, amount, card and person, and shows the last two where there are several cards. */
  isFiltered?: boolean;
}

/** The table: card transactions, repayments and receivables, searched, filtered, sorted and paged by the server. */
export function RecentTransactions({ isFiltered = false }: RecentTransactionsProps) {
  const { receiver, isMasquerading } = useReceiver();
  const [shown, change] = useShownTable({ hasFilters: isFiltered });
  const [isFiltering, setIsFiltering] = useState(false);
  const downloads = useDownloads();
  const panelId = useId();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, isPlaceholderData, refetch } = useTablePage(shown);
  // The first rows are many: deferred, React renders them in short pieces, between which the browser may react.
  const isShown = useDeferredValue(data !== undefined);
  const cards = data?.tab === 'card' ? data.cards : [];

  return (
    <Card title="Recent Transactions">
      <TabList
        keys={receiver.abilities.includes('view_account') ? allTabs : ofCardholders}
        selected={shown.tab}
        panelId={panelId}
        onSelect={(tab) => change(openTab(tab))}
        onApproach={(tab) => isMasquerading || void queries.prefetchQuery(tableQuery(api, receiver.token, openTab(tab)))}
      />
      <Tools>
        <SearchBox label="Search transactions" searched={shown.q} onSearch={(q) => change({ q, page: 1 }, 'replace')} />
        <div>
          {isFiltered && (
            <Button variant="secondary" iconLeft={<FilterListIcon />} aria-haspopup="dialog" onClick={() => setIsFiltering(true)}>
              Filters
            </Button>
          )}
          {receiver.abilities.includes('download_reports') && (
            <Button
              variant="subtle"
              iconLeft={<FileDownloadIcon />}
              disabled={!data?.total}
              aria-label="Download these rows"
              onClick={() => data && downloads.start(tableDownload(receiver.token, shown, data.total))}
            >
              Download
            </Button>
          )}
        </div>
      </Tools>
      {hasFilters(shown.filters) && (
        <Suspense>
          <FilterChips filters={shown.filters} cards={cards} onChange={(filters) => change({ filters, page: 1 })} />
        </Suspense>
      )}
      <Panel id={panelId} role="tabpanel" aria-labelledby={tabId(shown.tab)} $isBlank={data?.total === 0 && shown.q === '' && !hasFilters(shown.filters)}>
        {data && isShown ? (
          <FoundRows key={shown.tab} page={data} shown={shown} isBusy={isPlaceholderData} hasCards={isFiltered && cards.length > 1} onChange={change} />
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton label="Loading your transactions" lines={16} />
        )}
      </Panel>
      {isFiltering && (
        <Suspense>
          <FilterPanel
            tab={shown.tab}
            filters={shown.filters}
            cards={cards}
            onApply={(filters) => {
              setIsFiltering(false);
              change({ filters, page: 1 });
            }}
            onClose={() => setIsFiltering(false)}
          />
        </Suspense>
      )}
      {shown.row !== null && (
        <Suspense>
          <Details tab={shown.tab} id={shown.row} onClose={() => change({ row: null }, 'replace')} />
        </Suspense>
      )}
    </Card>
  );
}
