import { Page } from '../../layout/Page.tsx';
import { RecentTransactions } from './RecentTransactions.tsx';

/** Everything that was bought, repaid and sold, filtered by date, status, amount, card and person. */
export function TransactionsPage() {
  return (
    <Page title="Transactions">
      <RecentTransactions isFiltered />
    </Page>
  );
}
