import { css } from 'styled-components';

/** Each row in two lines or more, and the headers as buttons above, in as many lines as make all of them seen. */
export const stacked = css`
  &,
  thead,
  tbody {
    display: block;
  }

  thead tr {
    display: flex;
    flex-wrap: wrap;
  }

  thead th {
    flex: none;
    padding-right: 0.25rem;
  }

  /* Rows are not sorted by card and person; their cells have the label. */
  thead th:not([data-column]) {
    display: none;
  }

  thead button {
    margin: 0 0.5rem 0 0;
  }

  /* Its room is that of another header. */
  thead button:not([data-sorted]) svg {
    display: none;
  }

  tbody tr {
    display: grid;
    grid-template-columns: 1fr auto;
    padding: 0.625rem 0.5rem;
  }

  tr > :nth-child(n) {
    height: auto;
    padding: 0;
  }

  td {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
    line-height: 1.25rem;
  }

  td[data-place='lead'],
  td[data-column='amount'] {
    color: ${({ theme }) => theme.colors.secondary70};
    font-size: inherit;
    grid-row: 1;
    line-height: inherit;
  }

  td[data-place='lead'] {
    min-width: 0;
    overflow-wrap: anywhere;
    padding-right: 0.75rem;
  }

  td[data-place='last'] {
    text-align: right;
  }

  td[data-place='extra'] {
    grid-column: 1 / -1;
  }

  td[data-place='extra']::before {
    content: attr(data-label) ': ';
  }
`;
