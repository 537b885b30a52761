import styled from 'styled-components';

/** The links of a staff page by which one goes on, beside each other. */
export const WaysOn = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;

  a {
    color: ${({ theme }) => theme.colors.primary};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    padding: 0.25rem 0;
  }
`;
