import styled from 'styled-components';

/** A button that looks like a link, for secondary actions within text. */
export const TextButton = styled.button.attrs({ type: 'button' })`
  background: none;
  border: 0;
  border-radius: 0.125rem;
  color: ${({ theme }) => theme.colors.primary};
  cursor: pointer;
  font: inherit;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  justify-self: start;
  padding: 0;
  text-align: left;

  &:hover {
    text-decoration: underline;
  }
`;
