import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { CardSummary } from '../../../server/contract/cards.ts';
import { formatNearMomentIn } from '../../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { describeLimit, describeLimitRaise } from '../../../server/domain/card/cardWords.ts';
import { useProgram } from '../../brand/program.ts';
import { pageQuery } from '../pageQuery.ts';
import { LeftBar } from './LeftBar.tsx';
import { Swatch } from './Swatch.ts';

const List = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;
`;

const Row = styled.li`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  display: grid;
  gap: 0.5rem 1rem;
  grid-template-columns: auto minmax(0, 1fr);
  padding: 0.875rem 0.5rem;
  position: relative;

  &:first-child {
    border-top: 0;
  }

  &:hover {
    background: ${({ theme }) => theme.colors.secondary10};
  }

  a {
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    overflow-wrap: anywhere;
    text-decoration: none;
  }

  /* The whole row leads to the card. */
  a::after {
    content: '';
    inset: 0;
    position: absolute;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
    overflow-wrap: anywhere;
  }

  @media (min-width: 720px) {
    align-items: center;
    grid-template-columns: auto minmax(0, 5fr) minmax(0, 3fr) minmax(0, 5fr);
  }
`;

const Left = styled.div`
  display: grid;
  gap: 0.25rem;
  grid-column: 2;

  strong {
    color: ${({ theme }) => theme.colors.secondary70};
    font-variant-numeric: tabular-nums;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  @media (min-width: 720px) {
    grid-column: auto;
  }
`;

const State = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.75rem;
  grid-column: 2;

  @media (min-width: 720px) {
    flex-direction: column;
    grid-column: auto;
  }
`;

/** Cards in rows, each with what is left of it, or why it does not work. A row leads to the page of its card. */
export function CardList({ cards }: { cards: readonly CardSummary[] }) {
  return (
    <List>
      {cards.map((card) => (
        <CardRow key={card.token} card={card} />
      ))}
    </List>
  );
}

function CardRow({ card }: { card: CardSummary }) {
  const search = pageQuery(useLocation().search);
  const isClosed = card.state === 'CLOSED';
  return (
    <Row>
      <Swatch $color={card.color} $isFaint={isClosed} />
      <div>
        <Link to={{ pathname: `/cards/${card.token}`, search }}>{card.name}</Link>
        <p>
          {card.holder.name}
          {card.purpose !== null && ` · ${card.purpose}`}
        </p>
      </div>
      <State>
        <span>•••• {card.last_four}</span> <span>{card.label}</span>
      </State>
      <Left>
        {!isClosed && <WhatIsLeft card={card} />}
        {card.explanation !== null && <p>{card.explanation}</p>}
      </Left>
    </Row>
  );
}

/** Left to spend with a card, its tightest limit, and the active raises. */
export function WhatIsLeft({ card: { left_cents, limit, raises } }: { card: CardSummary }) {
  const { time_zone } = useProgram();
  return (
    <>
      {left_cents !== null && <strong>{formatUsd(cents(left_cents))} left</strong>}
      <LeftBar limit={limit} />
      {limit !== null && <p>{describeLimit(limit)}</p>}
      {raises.map((raise) => (
        <p key={raise.id}>
          Raised: {describeLimitRaise(raise)} until {formatNearMomentIn(time_zone, raise.ends_at)}
        </p>
      ))}
    </>
  );
}
