import styled from 'styled-components';
import type { CardSummary } from '../../../server/contract/cards.ts';
import { partSpent } from '../../../server/domain/card/controls/partSpent.ts';

const Track = styled.div.attrs({ 'data-color': true, 'aria-hidden': true })`
  background: ${({ theme }) => theme.colors.secondary20};
  border-radius: 0.1875rem;
  height: 0.375rem;
  overflow: hidden;
  width: 100%;
`;

const Spent = styled.div.attrs({ 'data-color': true })<{ $isUsedUp: boolean }>`
  background: ${({ theme, $isUsedUp }) => ($isUsedUp ? theme.colors.danger : theme.colors.primary)};
  height: 100%;
`;

/** How much of a card's tightest limit is spent; nothing for a card without one. The text beside it says the same. */
export function LeftBar({ limit }: { limit: CardSummary['limit'] }) {
  if (limit === null || limit.control === 'per_purchase') return null;
  const spent = partSpent(limit);
  return (
    <Track>
      <Spent $isUsedUp={spent === 1} style={{ width: `${spent * 100}%` }} />
    </Track>
  );
}
