import styled from 'styled-components';

/** A table of events with lines between the rows; on a phone, the cells of a row stand below each other. */
export const Listing = styled.table`
  border-collapse: collapse;
  width: 100%;

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    overflow-wrap: anywhere;
    padding: 0.625rem 1rem 0.625rem 0;
    text-align: left;
    vertical-align: top;
  }

  thead th {
    border-top: 0;
    color: ${({ theme }) => theme.colors.secondary60};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    white-space: nowrap;
  }

  [data-kind='moment'],
  [data-kind='aside'] {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  [data-kind='moment'] {
    white-space: nowrap;
    width: 1%;
  }

  [data-kind='amount'] {
    padding-right: 0;
    text-align: right;
    white-space: nowrap;
  }

  /* Aligns a button's text with the text of the row. */
  [data-kind='button'] {
    padding-bottom: 0.125rem;
    padding-top: 0.25rem;
  }

  .bd-button {
    margin: 0 0 0 -1rem;
    width: auto;
  }

  @media (max-width: 719px) {
    &,
    tbody {
      display: block;
    }

    thead {
      clip-path: inset(50%);
      position: absolute;
    }

    tbody tr {
      border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
      display: flex;
      flex-direction: column;
      padding: 0.625rem 0;
    }

    tbody td[data-kind],
    tbody td {
      border-top: 0;
      padding: 0.0625rem 0;
      width: auto;
    }

    td[data-kind='amount'] {
      text-align: left;
    }

    td[data-label]::before {
      content: attr(data-label) ': ';
    }

    td:empty {
      display: none;
    }
  }
`;
