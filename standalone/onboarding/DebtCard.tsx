import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { Owed } from '../dashboard/payments/Owed.tsx';
import { paymentsQuery } from '../dashboard/payments/paymentsQuery.ts';
import { usePayNow } from '../dashboard/payments/payNow/usePayNow.tsx';
import { DebitAuthorization } from '../dashboard/settings/DebitAuthorization.tsx';
import { useReceiver } from '../session/receiver.ts';
import { useApi } from '../session/session.ts';

const Below = styled.div`
  margin-top: 2rem;
`;

/** The debt, the date of its draw, and the way to pay it now. The settings are closed during the onboarding, so debits are authorized here. */
export function DebtCard() {
  const { receiver } = useReceiver();
  const payNow = usePayNow();
  const payments = useQuery(paymentsQuery(useApi(), receiver.token, 1));
  return (
    <Below>
      <Owed payNow={payNow} payments={payments} remedy={receiver.payable.obstacle === 'debits_stopped' && <DebitAuthorization />} />
      {payNow.dialog}
    </Below>
  );
}
