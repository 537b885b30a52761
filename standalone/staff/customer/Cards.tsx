import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { CustomerCardsAnswer } from '../../../server/contract/staff.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { cardKindTexts, describeControls, describeLimit, describeLimitRaise } from '../../../server/domain/card/cardWords.ts';
import { categoryGroups } from '../../../server/domain/card/controls/categories.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useApi } from '../../session/session.ts';
import { customerCardsQuery } from '../queries.ts';
import { useMoment } from '../useMoment.ts';
import { Lines } from './Lines.ts';
import { Listing } from './Listing.ts';

type ListedCard = CustomerCardsAnswer['cards'][number];

const Named = styled.td`
  @media (min-width: 720px) {
    min-width: 11rem;
  }
`;

/** Wide enough for most email addresses, which break anywhere where they must. */
const Holder = styled.td`
  @media (min-width: 1100px) {
    min-width: 12rem;
  }
`;

const Foot = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.75rem 0 0;
`;

/** All cards of a customer: whose each is, whether it works, what limits it and what is left of it. Without their numbers. */
export function Cards({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(customerCardsQuery(useApi(), token));
  const moment = useMoment();
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading the cards" lines={8} />;
  const { cards, waiting, blocked_categories } = data;
  return (
    <>
      {cards.length === 0 ? (
        <EmptyState heading="No cards yet">The first one comes at the end of the setup. From then on every card appears here, the closed ones too.</EmptyState>
      ) : (
        <CardTable cards={cards} />
      )}
      {waiting.map(({ id, name, ordered_at }) => (
        <Foot key={id}>
          {name}: ordered {moment(ordered_at)}, and not made by the card issuer yet.
        </Foot>
      ))}
      {cards.length > 0 && blocked_categories.length > 0 && (
        <Foot>The program declines on every card: {blocked_categories.map((group) => categoryGroups[group]).join(', ')}.</Foot>
      )}
    </>
  );
}

function CardTable({ cards }: { cards: readonly ListedCard[] }) {
  return (
    <Listing aria-label="Cards">
      <thead>
        <tr>
          <th scope="col">Card</th>
          <th scope="col">Holder</th>
          <th scope="col">State</th>
          <th scope="col">Limits</th>
          <th scope="col" data-kind="amount">
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <CardRow key={card.token} card={card} cards={cards} />
        ))}
      </tbody>
    </Listing>
  );
}

function CardRow({ card, cards }: { card: ListedCard; cards: readonly ListedCard[] }) {
  const { name, purpose, kind, is_physical, is_first, last_four, holder, left_cents } = card;
  return (
    <tr>
      <Named>
        <Lines>
          <strong>{name}</strong>
          <span>
            •••• {last_four}
            {is_first && ', the card of home'}
          </span>
          <span data-kind="aside">
            {cardKindTexts[kind].label}, {is_physical ? 'plastic' : 'virtual'}
          </span>
          {purpose !== null && <span data-kind="aside">{purpose}</span>}
        </Lines>
      </Named>
      <Holder data-label="Holder">
        <Lines>
          <span>{holder.name}</span>
          {holder.email !== holder.name && <span data-kind="aside">{holder.email}</span>}
        </Lines>
      </Holder>
      <td data-label="State">
        <State card={card} cards={cards} />
      </td>
      <td data-label="Limits">
        <Limits card={card} />
      </td>
      <td data-kind="amount" data-label="Left">
        {left_cents === null ? 'Not usable' : formatUsd(cents(left_cents))}
      </td>
    </tr>
  );
}

function State({ card: { label, explanation, successor, successor_of }, cards }: { card: ListedCard; cards: readonly ListedCard[] }) {
  return (
    <Lines>
      <span>{label}</span>
      {explanation !== null && <span data-kind="aside">{explanation}</span>}
      {successor !== null && <span>Replaced by {calledIn(cards, successor)}</span>}
      {successor_of !== null && <span data-kind="aside">In the place of {calledIn(cards, successor_of)}</span>}
    </Lines>
  );
}

/** Names a card of the list as staff tell it apart: `Meta ads •••• 4242`. */
function calledIn(cards: readonly ListedCard[], token: string): string {
  const card = cards.find((one) => one.token === token);
  return card ? `${card.name} •••• ${card.last_four}` : 'a card that is not listed';
}

function Limits({ card: { controls, limit, raises } }: { card: ListedCard }) {
  const moment = useMoment();
  const lines = describeControls(controls);
  if (lines.length === 0 && raises.length === 0) return <span data-kind="aside">None of its own</span>;
  return (
    <Lines>
      {lines.map(({ control, label, text }) => (
        <span key={control}>
          {label}: {text}
        </span>
      ))}
      {limit !== null && limit.control !== 'per_purchase' && <span data-kind="aside">{describeLimit(limit)}</span>}
      {raises.map((raise) => (
        <span key={raise.id}>
          Raised by {raise.granted_by}: {describeLimitRaise(raise)} until {moment(raise.ends_at)}
        </span>
      ))}
    </Lines>
  );
}
