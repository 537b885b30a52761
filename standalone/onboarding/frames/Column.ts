import styled from 'styled-components';

/** The single column that holds a step. */
export const Column = styled.main`
  box-sizing: border-box;
  margin: 0 auto;
  max-width: 40rem;
  padding: 1.5rem 1rem 5rem;
  width: 100%;

  &:focus {
    outline: none;
  }

  @media (min-width: 900px) {
    padding: 3rem 1.5rem 7rem;
  }

  @media print {
    max-width: none;
    padding: 0;
  }
`;
