import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { isBeforeCard } from '../../../server/domain/onboarding/onboarding.ts';
import { ChangeLog } from '../../dashboard/insights/ChangeLog.tsx';
import { Waterfall } from '../../dashboard/insights/Waterfall.tsx';
import { useProgramDay } from '../../dashboard/today.ts';
import { Card } from '../../layout/Card.tsx';
import { viewAsCustomer } from '../customerLinks.ts';
import type { Customer } from '../queries.ts';

const Halves = styled.div`
  align-items: start;
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: 3fr 2fr;
  }
`;

const OverrideLink = styled(Link)`
  color: ${({ theme }) => theme.colors.primary};
  display: inline-block;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  margin-top: 1rem;
`;

/** The customer's limit and its changes, in words about the customer, and for an admin the way to an override. */
export function SpendingPower({ customer: { receiver, spending_power } }: { customer: Customer }) {
  const { search } = useLocation();
  const today = useProgramDay();
  const isEstimate = isBeforeCard(receiver.completion);
  return (
    <Halves>
      <Card title="Why this limit">
        <Waterfall answer={spending_power} isBeingRead={false} isEstimate={isEstimate} reader="staff" />
        {receiver.abilities.includes('override_spending_power') && (
          <OverrideLink to={`${viewAsCustomer(receiver.email, search)}&admin=`}>Set an override</OverrideLink>
        )}
      </Card>
      {!isEstimate && <ChangeLog changes={spending_power.changes} today={today} reader="staff" />}
    </Halves>
  );
}
