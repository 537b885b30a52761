import styled from 'styled-components';

/** The page of a card: its picture and plastic beside what is set and counted, and below both what was bought or declined. */
export const CardColumns = styled.div`
  align-items: start;
  display: grid;
  gap: 1rem;

  > :nth-child(n + 3) {
    grid-column: 1 / -1;
  }

  @media (min-width: 1000px) {
    grid-template-columns: 25rem minmax(0, 1fr);
  }
`;

export const CardColumn = styled.div`
  display: grid;
  gap: 1rem;
  min-width: 0;
`;
