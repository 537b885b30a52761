import styled from 'styled-components';
import { MoneyBack } from './MoneyBack.tsx';
import { Spending } from './Spending.tsx';
import { Subscriptions } from './Subscriptions.tsx';

const Halves = styled.div`
  display: grid;
  gap: 1rem;
  grid-template-columns: minmax(0, 1fr);
  margin-top: 1rem;

  @media (min-width: 1100px) {
    align-items: start;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

const Column = styled.div`
  display: grid;
  gap: 1rem;
  grid-template-columns: minmax(0, 1fr);
`;

/** Where the money goes: spending of a month, subscriptions, and what came back. Each figure opens its rows. */
export function SpendingInsights() {
  return (
    <Halves>
      <Spending />
      <Column>
        <Subscriptions />
        <MoneyBack />
      </Column>
    </Halves>
  );
}
