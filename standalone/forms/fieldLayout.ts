import styled from 'styled-components';

/** The box of a field, its label and the message below it. */
export const FieldBox = styled.div`
  min-width: 0;

  /* On one line with the labels beside it, whichever part of BigDesign or of ours draws it. */
  label {
    display: block;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    line-height: 1.25rem;
    margin-bottom: 0.375rem;
    text-wrap: balance;
  }

  input {
    font: inherit;
  }

  input[data-covered="true"] {
    -webkit-text-security: disc;
  }
`;

export const Hint = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  line-height: 1.25rem;
  margin: 0.375rem 0 0;
`;

export const FieldError = styled(Hint)`
  color: ${({ theme }) => theme.colors.danger};
`;

/** Fields below each other; see `FieldRow` for those that share a line. */
export const Fields = styled.div`
  display: grid;
  gap: 1.25rem;
`;

export const FieldRow = styled.div<{ $columns?: string }>`
  display: grid;
  gap: 1.25rem;

  @media (min-width: 480px) {
    align-items: start;
    grid-template-columns: ${({ $columns = '1fr 1fr' }) => $columns};
  }
`;
