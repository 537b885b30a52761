import styled from 'styled-components';
import { ChangeLog, Waterfall } from '../../dashboard/insights/WhyThisLimit.tsx';
import { Card } from '../../layout/Card.tsx';
import type { Customer } from '../queries.ts';

const Halves = styled.div`
  align-items: start;
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: 3fr 2fr;
  }
`;

/** The customer's limit and its changes, as the customer sees them. */
export function SpendingPower({ customer: { spending_power } }: { customer: Customer }) {
  return (
    <Halves>
      <Card title="Why this limit">
        <Waterfall answer={spending_power} isBeingRead={false} />
      </Card>
      <Card title="What changed it">
        <ChangeLog changes={spending_power.changes} />
      </Card>
    </Halves>
  );
}
