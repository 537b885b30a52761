import styled from 'styled-components';

/** The line below a list in pages: which part of it is shown, and the buttons that turn the page. */
export const ListFoot = styled.div`
  align-items: center;
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  justify-content: space-between;
  min-height: 3rem;
  padding-top: 0.75rem;

  p {
    margin: 0;
  }

  div {
    display: flex;
    gap: 0.5rem;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;
