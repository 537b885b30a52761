import styled from 'styled-components';

/** Names the marks of a chart. */
export const Legend = styled.ul`
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
  list-style: none;
  margin: 0.5rem 0 0;
  padding: 0;

  li {
    align-items: center;
    display: flex;
    gap: 0.5rem;
  }
`;
