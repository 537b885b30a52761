import styled from 'styled-components';

/** A table of figures whose first column names the rows and whose foot sums them up. */
export const SumTable = styled.table`
  border-collapse: collapse;
  width: 100%;

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    text-align: right;
  }

  th:first-child {
    text-align: left;
  }

  thead th {
    border-top: 0;
    color: ${({ theme }) => theme.colors.secondary60};
  }

  tfoot :is(th, td) {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;
