import styled from 'styled-components';

/** The buttons that end a form, as wide as their words. */
export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

/** A sentence about a report. */
export const Explanation = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0 0 1rem;
  max-width: 40rem;
  text-wrap: pretty;
`;
