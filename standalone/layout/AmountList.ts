import styled from 'styled-components';

/** Rows of a text and, at the right, an amount. */
export const AmountList = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    display: grid;
    gap: 0 1rem;
    grid-template-columns: 1fr auto;
    padding: 0.5rem 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;
