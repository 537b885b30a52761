import styled from 'styled-components';

/** Facts below each other in one cell of a `Listing`. On a phone the first one stands beside the cell's label. */
export const Lines = styled.div`
  > * {
    display: block;
  }

  > * + * {
    margin-top: 0.125rem;
  }

  @media (max-width: 719px) {
    display: inline;

    > :first-child {
      display: inline;
    }
  }
`;
