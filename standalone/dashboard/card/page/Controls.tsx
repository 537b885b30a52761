import { Button } from '@bigcommerce/big-design';
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import type { CardDetail, CardRaiseAnswer, deleteCardRaise } from '../../../../server/contract/cards.ts';
import { formatNearMomentIn } from '../../../../server/domain/basics/dateFormats.ts';
import { cardsTexts, describeControls, describeLimitRaise, neverAllowed } from '../../../../server/domain/card/cardWords.ts';
import type { CardControls } from '../../../../server/domain/card/controls/controls.ts';
import { countsOfOld } from '../../../../server/domain/card/lossWords.ts';
import { TextButton } from '../../../forms/TextButton.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { Card } from '../../../layout/Card.tsx';
import { Hidden } from '../../../layout/Hidden.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { WhatIsLeft } from '../CardList.tsx';
import { Explanation, FactList } from '../FactList.ts';
import { useCardChanged } from '../useCardChanged.ts';

const EditControls = lazy(() => import('../form/EditControls.tsx').then((file) => ({ default: file.EditControls })));

const Left = styled.div`
  display: grid;
  gap: 0.375rem;
  margin-bottom: 1rem;

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
  }
`;

const LimitRaises = styled.ul`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  list-style: none;
  margin: 1rem 0 0;
  padding: 0.75rem 0 0;

  li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    justify-content: space-between;
    padding: 0.25rem 0;
  }

  [role='alert'] {
    color: ${({ theme }) => theme.colors.danger};
    flex-basis: 100%;
    margin: 0;
  }
`;

/** A card's controls, what is left of it, and its active raises. */
export function Controls({ card }: { card: CardDetail }) {
  const [isEditing, setIsEditing] = useState(false);
  // The wire's lists are those of the rules; only their brands are lost on the way.
  const controls = card.controls as CardControls;
  const lines = describeControls(controls);
  const old = countsOfOld({ ...card, controls });
  const never = neverAllowed(card.program.blocked_categories);
  return (
    <Card
      title="Controls"
      action={
        card.can.change && (
          <TextButton onClick={() => setIsEditing(true)}>
            Edit<Hidden> the controls</Hidden>
          </TextButton>
        )
      }
    >
      <Left>
        <WhatIsLeft card={{ ...card, raises: [] }} />
      </Left>
      {lines.length > 0 && (
        <FactList>
          {lines.map(({ control, label, text }) => (
            <div key={control}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </FactList>
      )}
      {lines.length === 0 && <Explanation>{cardsTexts.noControls}</Explanation>}
      {old !== null && <Explanation>{old}</Explanation>}
      {never !== null && <Explanation>{never}</Explanation>}
      {card.raises.length > 0 && (
        <LimitRaises aria-label="Raised for now">
          {card.raises.map((raise) => (
            <Raise key={raise.id} card={card} raise={raise} />
          ))}
        </LimitRaises>
      )}
      {isEditing && (
        <Suspense>
          <EditControls card={card} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function Raise({ card, raise }: { card: CardDetail; raise: CardRaiseAnswer }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const end = useIntent(async (id: string) => {
    const params = { token, card: card.token, raise: id };
    await changed(await api.call<typeof deleteCardRaise>('DELETE /api/users/:token/cards/:card/raises/:raise', { params }));
  });
  const what = describeLimitRaise(raise);
  return (
    <li>
      <span>
        Raised: {what} until {formatNearMomentIn(card.program.time_zone, raise.ends_at)}, by {raise.granted_by}
      </span>
      {card.can.change && (
        <Button variant="subtle" isLoading={end.isBusy} aria-label={`Take back ${what}`} onClick={() => void end.run(raise.id)}>
          Take back
        </Button>
      )}
      {end.problem && <p role="alert">{end.problem.message}</p>}
    </li>
  );
}
