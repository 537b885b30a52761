import styled from 'styled-components';
import type { CardSummary } from '../../../../server/contract/cards.ts';

const Row = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.875rem;
  justify-content: space-between;
  margin: 0.5rem 0 0;

  > span {
    color: ${({ theme }) => theme.colors.secondary60};
  }
`;

const Note = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.5rem 0 0;
`;

/** The state of a card that is over, and why. It has neither a picture nor a switch any more. */
export function ClosedCard({ card: { label, is_physical, last_four, explanation } }: { card: CardSummary }) {
  return (
    <>
      <Row>
        <strong>{label}</strong>
        <span>
          {is_physical ? 'Card' : 'Virtual card'} •••• {last_four}
        </span>
      </Row>
      {explanation !== null && <Note>{explanation}</Note>}
    </>
  );
}
