import { useQuery } from '@tanstack/react-query';
import type { getTransaction, TransactionDetails } from '../../../../server/contract/transactions.ts';
import type { TabKey } from '../../../../server/domain/table/table.ts';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { SidePanel } from '../../SidePanel.tsx';
import { CardDetails } from './CardDetails.tsx';
import { ReceivableDetails } from './ReceivableDetails.tsx';
import { RepaymentDetails } from './RepaymentDetails.tsx';

const titles: Record<TabKey, string> = { card: 'Card transaction', repayments: 'Repayment', receivables: 'Receivable' };

/** A side panel with the details of one row of the table. */
export function Details({ tab, id, onClose }: { tab: TabKey; id: string; onClose: () => void }) {
  const api = useApi();
  const { receiver } = useReceiver();
  const { token } = receiver;
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', token, 'details', tab, id],
    queryFn: ({ signal }) => api.call<typeof getTransaction>('GET /api/users/:token/transactions/:tab/:id', { params: { token, tab, id }, signal }),
  });
  return (
    <SidePanel title={titles[tab]} onClose={onClose}>
      {data ? (
        <Shown details={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the details" lines={8} />
      )}
    </SidePanel>
  );
}

function Shown({ details }: { details: TransactionDetails }) {
  switch (details.tab) {
    case 'card':
      return <CardDetails details={details} />;
    case 'repayments':
      return <RepaymentDetails details={details} />;
    case 'receivables':
      return <ReceivableDetails details={details} />;
  }
}
