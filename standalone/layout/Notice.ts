import styled from 'styled-components';

/** A short message, centered in the place of a list or a page. */
export const Notice = styled.div`
  align-items: center;
  box-sizing: border-box;
  display: flex;
  flex-direction: column;
  gap: 0.25rem;
  margin: 0 auto;
  max-width: 28rem;
  padding: 2.5rem 1rem;
  text-align: center;

  h2 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0 0 1rem;
    text-wrap: balance;
  }
`;
