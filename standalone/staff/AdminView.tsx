import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { isStaff, staffRefusal } from '../../server/domain/access/access.ts';
import { customerName } from '../../server/domain/receiver/customerName.ts';
import { Card } from '../layout/Card.tsx';
import { Page } from '../layout/Page.tsx';
import { useReceiver } from '../session/receiver.ts';
import { FraudOverride } from './FraudOverride.tsx';
import { SpendingPowerOverride } from './SpendingPowerOverride.tsx';

const Back = styled(Link)`
  color: ${({ theme }) => theme.colors.primary};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
`;

const Cards = styled.div`
  display: grid;
  gap: 1rem;
  grid-template-columns: minmax(0, 1fr);
`;

/** Replaces the dashboard's home when the address has the `admin` parameter. The server decides what is allowed. */
export function AdminView() {
  const { receiver, loggedInReceiver } = useReceiver();
  const { search } = useLocation();
  return (
    <Page title={customerName(receiver)} actions={<Back to={{ pathname: '/', search: withoutAdmin(search) }}>Back to the dashboard</Back>} narrow>
      <Cards>
        <Card title="Admin">
          {isStaff(loggedInReceiver) && loggedInReceiver.id === receiver.id ? (
            <p>{staffRefusal({ receiverId: receiver.id }, receiver)}</p>
          ) : (
            <SpendingPowerOverride />
          )}
        </Card>
        <FraudOverride />
      </Cards>
    </Page>
  );
}

function withoutAdmin(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete('admin');
  return rest.size > 0 ? `?${rest}` : '';
}
