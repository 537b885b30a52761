import styled from 'styled-components';

/** What can be done on a screen: the primary button first, at most one of them, and subtle ones beside it. */
export const Actions = styled.div`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  margin-top: 2rem;

  /* BigDesign spaces buttons that follow one another by margins, which the gap does here. */
  .bd-button {
    margin: 0;
  }

  /* What cannot be pressed yet can still be read. BigDesign's selector is stronger than this one. */
  .bd-button[type]:disabled {
    color: ${({ theme }) => theme.colors.secondary60} !important;
  }

  @media print {
    display: none;
  }
`;

/** What a button means, said beside or above it. */
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
