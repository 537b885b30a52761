import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { Page } from '../../layout/Page.tsx';
import { usePollInterval } from '../../live/live.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { BankHealth } from '../home/BankHealth.tsx';
import { DebitsStopped } from '../home/DebitsStopped.tsx';
import { Unread } from '../home/Unread.tsx';
import { pollIntervalMs } from '../queries.ts';
import { CashbackEarned } from './CashbackEarned.tsx';
import { DrawDays } from './DrawDays.tsx';
import { Draws } from './Draws.tsx';
import { Owed } from './Owed.tsx';
import { PurchaseToPay } from './PurchaseToPay.tsx';
import { paymentsQuery } from './paymentsQuery.ts';
import { usePayNow } from './payNow/usePayNow.tsx';
import { RepaymentCalendar } from './RepaymentCalendar.tsx';
import { ShortDraw } from './ShortDraw.tsx';

const Sections = styled.div`
  display: grid;
  gap: 1rem;

  > :nth-child(n) {
    min-width: 0;
  }

  @media (min-width: 900px) {
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  }
`;

const Wide = styled.div`
  @media (min-width: 900px) {
    grid-column: 1 / -1;
  }
`;

/** The debt with the date and bank of its draw; then the calendar, the choice of days, the draws so far and the cashback they earned. */
export function PaymentsPage() {
  const { receiver, isMasquerading } = useReceiver();
  const [page, setPage] = useState(1);
  const [query, setQuery] = useSearchParams();
  const payNow = usePayNow();
  const interval = usePollInterval(pollIntervalMs);
  const payments = useQuery({
    ...paymentsQuery(useApi(), receiver.token, page),
    // Do not poll for staff: each of their reads of a customer's account is recorded.
    refetchInterval: isMasquerading ? false : interval,
    placeholderData: (previous, asked) => (asked?.queryKey[1] === receiver.token ? previous : undefined),
  });
  const purchase = query.get('purchase');
  const closePurchase = () =>
    setQuery(
      (now) => {
        now.delete('purchase');
        return now;
      },
      { replace: true },
    );
  return (
    <Page title="Payments">
      <BankHealth />
      <DebitsStopped />
      <Unread subjects={['bank', 'debits']} />
      <ShortDraw payNow={payNow} />
      <Sections>
        <Owed payNow={payNow} payments={payments} />
        <CashbackEarned payments={payments} />
        <Wide>
          <RepaymentCalendar />
        </Wide>
        <Wide>
          <DrawDays />
        </Wide>
        <Wide>
          <Draws payments={payments} payNow={payNow} onPage={setPage} />
        </Wide>
      </Sections>
      {payNow.dialog}
      {purchase !== null && receiver.abilities.includes('pay_now') && <PurchaseToPay token={purchase} onClose={closePurchase} />}
    </Page>
  );
}
