import styled from 'styled-components';

/** A sentence about a report. */
export const Explanation = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0 0 1rem;
  max-width: 40rem;
  text-wrap: pretty;
`;
