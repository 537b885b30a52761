import { CheckIcon } from '@bigcommerce/big-design-icons';
import styled from 'styled-components';

const Line = styled.p`
  align-items: center;
  display: flex;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  gap: 0.75rem;
  margin: 0 0 1.25rem;
  overflow-wrap: anywhere;

  svg {
    color: ${({ theme }) => theme.colors.success};
    flex: none;
    height: 1.25rem;
    width: 1.25rem;
  }
`;

/** Names what the step before has linked; nothing while its name is not known. */
export function LinkedNote({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Line role="status">
      <CheckIcon aria-hidden="true" />
      {children}
    </Line>
  );
}
