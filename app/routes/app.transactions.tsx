import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation, useNavigation, useSearchParams } from '@remix-run/react';
import { Card } from '@shopify/polaris';
import type { getTransactions } from '../../server/contract/transactions.ts';
import { filterQuery } from '../../server/domain/table/filters.ts';
import { readShownTable, type ShownTable, withShownTable } from '../../server/domain/table/shownTable.ts';
import { type TabKey, tabs } from '../../server/domain/table/table.ts';
import { AppPage } from '../components/AppPage.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { TransactionFilters } from '../transactions/TransactionFilters.tsx';
import { TransactionTable } from '../transactions/TransactionTable.tsx';

const allTabs = Object.keys(tabs) as readonly TabKey[];
const ofCardholders = ['card'] as const;

export const meta = pageTitle('Transactions');

/** Loads the page of the table that the address names, by the full site's query parameters. */
export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const { token, abilities } = await merchant.receiver();
  const { tab, q, sort, filters, page } = readShownTable(new URL(visit.request.url).searchParams);
  const query = { tab, q, sort: sort.column, dir: sort.direction, ...filterQuery(filters), page: String(page) };
  const answer = await merchant.ask<typeof getTransactions>('GET /api/users/:token/transactions', { params: { token }, query });
  // A cardholder sees purchases, and neither what is repaid nor what is sold.
  return { answer, isWhole: abilities.includes('view_account') };
}

/** The transactions page: purchases, repayments and receivables. */
export default function Transactions() {
  const { answer, isWhole } = useLoaderData<typeof loader>();
  const [query, setQuery] = useSearchParams();
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isLoading = state === 'loading';
  const shown = readShownTable(query);
  // The filters whose rows are on their way: the next filter adds to them, instead of undoing them.
  const asked = location?.pathname === pathname ? readShownTable(new URLSearchParams(location.search)) : shown;
  const show = (next: ShownTable) => setQuery((before) => withShownTable(before, next));
  return (
    <AppPage title="Transactions" actions={isWhole ? [{ label: 'Reports', path: '/shopify/reports' }] : []}>
      <Card padding="0">
        <TransactionFilters
          keys={isWhole ? allTabs : ofCardholders}
          shown={asked}
          cards={answer.tab === 'card' ? answer.cards : []}
          show={show}
          isLoading={isLoading}
        />
        <TransactionTable answer={answer} shown={shown} show={show} isLoading={isLoading} />
      </Card>
    </AppPage>
  );
}
