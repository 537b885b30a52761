import { useQuery } from '@tanstack/react-query';
import { Link, NavLink, useLocation, useParams } from 'react-router-dom';
import styled from 'styled-components';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import { staffPath } from '../../../server/domain/access/guard.ts';
import { customerName } from '../../../server/domain/receiver/customerName.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Page } from '../../layout/Page.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useApi } from '../../session/session.ts';
import { type CustomerTab, customerPath, staffQuery, viewAsCustomer } from '../customerLinks.ts';
import { type Customer, customerQuery } from '../queries.ts';
import { RiskMarks } from '../RiskMarks.tsx';
import { UnknownCustomer } from '../UnknownCustomer.tsx';
import { WaysOn } from '../WaysOn.ts';
import { AddManualRow } from './AddManualRow.tsx';
import { AuditLog } from './AuditLog.tsx';
import { Cards } from './Cards.tsx';
import { Closing } from './Closing.tsx';
import { Ledger } from './Ledger.tsx';
import { Notes } from './Notes.tsx';
import { SharedIdentities } from './SharedIdentities.tsx';
import { SpendingPower } from './SpendingPower.tsx';
import { Summary } from './Summary.tsx';
import { Team } from './Team.tsx';
import { Terms } from './Terms.tsx';
import { Timeline } from './Timeline.tsx';
import { WebhookEvents } from './WebhookEvents.tsx';

const Facts = styled.p`
  align-items: center;
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.75rem;
  margin: -1rem 0 1.5rem;
  overflow-wrap: anywhere;

  @media (min-width: 900px) {
    margin-top: -1.5rem;
  }
`;

const Tabs = styled.nav`
  border-bottom: 1px solid ${({ theme }) => theme.colors.secondary20};
  display: flex;
  /* All of them are in sight on a phone too: nobody looks for what is cut off at the edge. */
  flex-wrap: wrap;
  gap: 0 1.25rem;
  margin-bottom: 1.25rem;

  a {
    border-bottom: 2px solid transparent;
    color: ${({ theme }) => theme.colors.secondary60};
    line-height: 2.75rem;
    margin-bottom: -1px;
    padding: 0 0.125rem;
    text-decoration: none;
    white-space: nowrap;
  }

  a:hover {
    color: ${({ theme }) => theme.colors.secondary70};
  }

  a[aria-current] {
    border-bottom-color: ${({ theme }) => theme.colors.primary};
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  a:focus-visible {
    outline-offset: -2px;
  }
`;

const tabs: readonly (readonly [CustomerTab, string])[] = [
  ['timeline', 'Timeline'],
  ['cards', 'Cards'],
  ['team', 'Team'],
  ['spending-power', 'Spending power'],
  ['ledger', 'Ledger'],
  ['webhooks', 'Webhook events'],
  ['notes', 'Notes'],
  ['audit', 'Audit log'],
  ['terms', 'Account terms'],
  ['closing', 'Closing'],
];

/** The staff page about one customer. */
export function CustomerPage() {
  const { token = '', tab = 'timeline' } = useParams();
  const { search } = useLocation();
  const { data: customer, error, refetch } = useQuery(customerQuery(useApi(), token));
  if (error instanceof CallFailure && error.code === 'not_found') return <UnknownCustomer email={null} />;
  if (error && !customer) {
    return (
      <Page title="Customer">
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!customer) {
    return (
      <Page title="Customer">
        <Skeleton label="Loading the customer" lines={10} />
      </Page>
    );
  }
  const { receiver } = customer;
  const ways = (
    <WaysOn>
      <Link to={{ pathname: staffPath, search: staffQuery(search) }}>Find a customer</Link>
      {receiver.abilities.includes('masquerade') && <Link to={viewAsCustomer(receiver.email, search)}>View as customer</Link>}
    </WaysOn>
  );
  return (
    <Page title={customerName(receiver)} actions={ways}>
      <Facts>
        {receiver.email}
        <RiskMarks {...receiver} />
      </Facts>
      <Summary customer={customer} />
      <SharedIdentities customer={customer} />
      <TabLinks token={token} search={staffQuery(search)} />
      <Tab tab={tab} customer={customer} />
    </Page>
  );
}

function TabLinks({ token, search }: { token: string; search: string }) {
  return (
    <Tabs aria-label="About this customer">
      {tabs.map(([name, label]) => (
        <NavLink key={name} to={{ pathname: customerPath(token, name), search }} end>
          {label}
        </NavLink>
      ))}
    </Tabs>
  );
}

function Tab({ tab, customer }: { tab: string; customer: Customer }) {
  const { token } = customer.receiver;
  switch (tab) {
    case 'cards':
      return <Cards token={token} />;
    case 'team':
      return <Team token={token} />;
    case 'spending-power':
      return <SpendingPower customer={customer} />;
    case 'ledger':
      return (
        <>
          {customer.receiver.abilities.includes('add_manual_row') && <AddManualRow token={token} />}
          <Ledger ledger={customer.ledger} />
        </>
      );
    case 'webhooks':
      return <WebhookEvents customer={customer} />;
    case 'notes':
      return <Notes customer={customer} />;
    case 'audit':
      return <AuditLog token={token} />;
    case 'terms':
      return <Terms receiver={customer.receiver} />;
    case 'closing':
      return <Closing receiver={customer.receiver} />;
    default:
      return <Timeline entries={customer.timeline} />;
  }
}
