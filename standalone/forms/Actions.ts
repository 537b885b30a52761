import styled from 'styled-components';

/** The buttons of a screen: at most one primary button, first, and subtle ones beside it. */
export const Actions = styled.div`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  margin-top: 2rem;

  /* The gap replaces BigDesign's margins between buttons. */
  .bd-button {
    margin: 0;
  }

  /* Keeps the text of a disabled button readable. BigDesign's selector is more specific than this one. */
  .bd-button[type]:disabled {
    color: ${({ theme }) => theme.colors.secondary60} !important;
  }

  @media print {
    display: none;
  }
`;

/** A sentence about a button, above or beside it. */
export const Small = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 1.5rem 0 0;
  text-wrap: pretty;

  a {
    color: ${({ theme }) => theme.colors.primary};
  }

  & + ${Actions} {
    margin-top: 1rem;
  }

  @media print {
    display: none;
  }
`;
