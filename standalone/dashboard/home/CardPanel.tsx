import { Button, Switch } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { CardSummary } from '../../../server/contract/cards.ts';
import { allowsPurchases, cardReaderOf, displayCard, explainSwitch } from '../../../server/domain/card/card.ts';
import { endInWords } from '../../../server/domain/card/endOfCard.ts';
import { headingOfCard } from '../../../server/domain/card/namedCard.ts';
import { Card } from '../../layout/Card.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { cardsQuery } from '../card/cardsQueries.ts';
import { pageQuery } from '../pageQuery.ts';
import { CardFrame } from './CardFrame.tsx';
import { cardFailure } from './cardFailure.ts';
import { hasCard } from './cardQuery.ts';
import type { CardSwitch } from './useCardSwitch.ts';

const Below = styled.div`
  margin: 1rem auto 0;
  max-width: 22rem;
  min-height: 2.75rem;

  .bd-button {
    margin: 0.75rem 0 0;
    width: auto;
  }
`;

const Row = styled.div`
  align-items: center;
  display: flex;
  gap: 0.875rem;
  justify-content: space-between;
  min-height: 2rem;

  label {
    align-items: center;
    display: flex;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    gap: 0.75rem;
  }

  /* BigDesign's knob has the color of the card behind it; in the dark scheme only its shadow would be seen. */
  input:not(:checked) + label::before {
    background: ${({ theme }) => theme.colors.secondary50};
  }

  > span {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  :has(> input:focus-visible) {
    border-radius: 0.5rem;
    outline: 2px solid ${({ theme }) => theme.colors.primary};
    outline-offset: 6px;
  }
`;

const Note = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.5rem 0 0;
`;

const Problem = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
  margin: 0.5rem 0 0;
`;

/** The card, its state, and the switch that pauses and reopens it. */
export function CardPanel({ cardSwitch }: { cardSwitch: CardSwitch }) {
  const { search } = useLocation();
  const { abilities } = useReceiver().receiver;
  const { card } = cardSwitch;
  const isWaiting = card?.state === 'PENDING_ACTIVATION' && abilities.includes('activate_card');
  const title = useCardHeading(cardSwitch.token);
  return (
    <Card title={title} action={card && <Link to={{ pathname: '/card', search: pageQuery(search) }}>{isWaiting ? 'I have my card' : 'Card details'}</Link>}>
      <CardState cardSwitch={cardSwitch} />
    </Card>
  );
}

/** Returns the card's heading: the name of the account's first card for those of its team who hold another or none. */
function useCardHeading(token: string | null): string {
  const { receiver } = useReceiver();
  const named = useListedCard(token);
  return named ? headingOfCard(named, receiver.member?.id ?? null) : 'Your card';
}

function useListedCard(token: string | null): CardSummary | undefined {
  const { receiver } = useReceiver();
  return useQuery(cardsQuery(useApi(), receiver.token)).data?.cards.find((card) => card.token === token);
}

interface CardStateProps {
  cardSwitch: CardSwitch;
  /** Whether the person signed in may see this card's picture; decided by what they may do with the account when left out. */
  canShow?: boolean | undefined;
  isLarge?: boolean;
  children?: ReactNode;
}

/** The issuer's picture of the card, and below it the state in words with its switch. */
export function CardState({ cardSwitch, canShow, isLarge = false, children }: CardStateProps) {
  const { card, token } = cardSwitch;
  return (
    <>
      <CardFrame card={token} canShow={canShow} isPaused={isInactive(cardSwitch)} isClosed={card?.state === 'CLOSED'} isLarge={isLarge} />
      <Below>
        {children}
        {card ? <State {...cardSwitch} card={card} /> : <NoCard isMissing={!hasCard(token)} {...cardSwitch} />}
      </Below>
    </>
  );
}

/** A card whose plastic is on its way works, whatever its label. */
function isInactive({ card, asked }: CardSwitch): boolean {
  if (!card) return false;
  const state = asked ?? card.state;
  return card.is_on_hold || card.is_account_held || !allowsPurchases(state);
}

function State({ card, asked, toggle, problem }: CardSwitch & { card: NonNullable<CardSwitch['card']> }) {
  const switchId = useId();
  const { receiver } = useReceiver();
  const { toggle: kind, explanation } = displayCard(card, cardReaderOf(receiver.role));
  // Show the requested state at once, so that the click is seen to have worked.
  const { label } = displayCard({ ...card, state: asked ?? card.state });
  const needs = card.state === 'OPEN' ? 'pause_card' : 'reopen_card';
  const isAllowed = receiver.abilities.includes(needs);
  const end = endInWords(card.state, useListedCard(card.token));
  const notes = [
    ...(receiver.closing === null ? [end ?? explanation] : []),
    kind === 'enabled' && !isAllowed ? (receiver.owner_needed ?? explainSwitch(card, receiver.role)) : null,
  ];
  return (
    <>
      <Row>
        {kind === 'absent' ? (
          <strong>{label}</strong>
        ) : (
          <label htmlFor={switchId}>
            <Switch
              id={switchId}
              role="switch"
              checked={(asked ?? card.state) === 'OPEN'}
              disabled={kind === 'disabled' || !isAllowed || asked !== null}
              onChange={toggle}
            />
            {label}
          </label>
        )}
        <span>
          {card.type === 'PHYSICAL' ? 'Card' : 'Virtual card'} •••• {card.last_four}
        </span>
      </Row>
      {[...new Set(notes)].map((note) => note !== null && <Note key={note}>{note}</Note>)}
      {problem !== null && <Problem>{problem}</Problem>}
    </>
  );
}

/** Shows the issuer's own reason for a card that did not load, or ours where there is none. */
function NoCard({ isMissing, failure, retry }: CardSwitch & { isMissing: boolean }) {
  if (isMissing) return <Note>There is no card on this account yet.</Note>;
  if (!failure) return <Skeleton label="Loading your card" lines={1} />;
  return (
    <>
      <Problem>{cardFailure(failure)}</Problem>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </>
  );
}
