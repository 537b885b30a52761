import styled from 'styled-components';

/** Rows of a name, a value and, at the end, what can be done with it. */
export const FactList = styled.dl`
  display: grid;
  gap: 0.625rem 1rem;
  grid-template-columns: auto minmax(0, 1fr) auto;
  margin: 0;

  > div {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
  }

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }

  /* A figure, with nothing to do about it. */
  dt + dd:last-child {
    font-variant-numeric: tabular-nums;
    grid-column: 2 / -1;
    text-align: right;
  }
`;

/** A sentence below or above facts. */
export const Explanation = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.75rem 0 0;
  max-width: 36rem;
`;
