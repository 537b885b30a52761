import styled from 'styled-components';

/** Facts below each other in one cell of a `Listing`. */
export const Lines = styled.div`
  display: flex;
  flex-direction: column;
  gap: 0.125rem;
  min-width: 0;
`;
