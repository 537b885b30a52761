import { CheckIcon } from '@bigcommerce/big-design-icons';
import styled from 'styled-components';

const Line = styled.p`
  align-items: center;
  display: flex;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  gap: 0.75rem;
  margin: 0 0 1.25rem;
  min-height: ${({ theme }) => theme.lineHeight.medium};
  overflow-wrap: anywhere;

  svg {
    color: ${({ theme }) => theme.colors.success};
    flex: none;
    height: 1.25rem;
    width: 1.25rem;
  }
`;

interface LinkedNoteProps {
  /** Whether a name that is not known yet may still arrive. */
  isComing: boolean;
  words: string | null;
}

/** Names what the step before has linked. While the name may still arrive its line is kept free: no button moves under the pointer then. */
export function LinkedNote({ isComing, words }: LinkedNoteProps) {
  if (words === null) return isComing ? <Line role="status" /> : null;
  return (
    <Line role="status">
      <CheckIcon aria-hidden="true" />
      {words}
    </Line>
  );
}
