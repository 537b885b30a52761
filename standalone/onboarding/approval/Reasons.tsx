import styled from 'styled-components';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';

const List = styled.ul`
  border-left: 3px solid ${({ theme }) => theme.colors.warning};
  display: grid;
  gap: 0.75rem;
  list-style: none;
  margin: 0 0 2rem;
  padding: 0.25rem 0 0.25rem 1rem;
`;

/** The issuer's reasons for not approving the business, each once. */
export function Reasons({ reasons }: { reasons: readonly Pick<KybAnswer['reasons'][number], 'message'>[] }) {
  const messages = [...new Set(reasons.map(({ message }) => message))];
  if (messages.length === 0) return null;
  return (
    <List aria-label={kybTexts.reasons}>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </List>
  );
}
