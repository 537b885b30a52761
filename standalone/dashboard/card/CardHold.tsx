import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { holdHint, isOnItsWay } from '../../../server/domain/card/card.ts';
import { useReceiver } from '../../session/receiver.ts';
import type { CardSwitch } from '../home/useCardSwitch.ts';

const Box = styled.div`
  margin-top: 1rem;

  .bd-button {
    margin: 0;
    width: auto;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0.5rem 0 0;
  }
`;

/** Holds a card whose plastic is on its way, which no switch can pause, and releases the hold. */
export function CardHold({ cardSwitch: { card, hold, release, isHolding } }: { cardSwitch: CardSwitch }) {
  const { abilities } = useReceiver().receiver;
  if (!card || !(card.is_on_hold || isOnItsWay(card.state))) return null;
  if (!abilities.includes(card.is_on_hold ? 'reopen_card' : 'pause_card')) return null;
  return (
    <Box>
      <Button variant="secondary" isLoading={isHolding} onClick={card.is_on_hold ? release : hold}>
        {card.is_on_hold ? 'Reopen card' : 'Pause card'}
      </Button>
      {!card.is_on_hold && <p>{holdHint}</p>}
    </Box>
  );
}
