import styled from 'styled-components';

/** A list of figures, each with small words below it. */
export const FigureList = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    padding: 0.625rem 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;
