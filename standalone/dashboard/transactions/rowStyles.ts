import styled from 'styled-components';
import { stacked } from './stackedRows.ts';

/** Too narrow for a table of five columns: a phone, and a window that is little wider than the sidebar and a phone. */
const narrow = '(max-width: 729.98px), (min-width: 900px) and (max-width: 1041.98px)';

/** Too narrow for those and the card and the person. */
const narrowForCards = '(max-width: 1249.98px)';

export const Grid = styled.table`
  border-collapse: collapse;
  width: 100%;

  &[aria-busy='true'] tbody {
    opacity: 0.5;
  }

  th,
  td {
    height: 3rem;
    padding: 0.375rem 0.75rem;
    text-align: left;
  }

  th:first-child,
  td:first-child {
    padding-left: 0.5rem;
  }

  th {
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  }

  tr > [data-column='amount'] {
    text-align: right;
    white-space: nowrap;
  }

  tr > [data-column='amount'] + * {
    padding-left: 3rem;
  }

  /* Seven columns need the room themselves. */
  &[data-has-cards] tr > * {
    padding: 0.375rem 0.5rem;
  }

  &[data-has-cards] tr > [data-column='amount'] + * {
    padding-left: 1rem;
  }

  td > small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  tbody tr {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    cursor: pointer;
  }

  tbody tr:hover,
  tbody tr:focus-within {
    background: ${({ theme }) => theme.colors.secondary10};
  }

  @media ${narrow} {
    ${stacked}
  }

  @media ${narrowForCards} {
    &[data-has-cards] {
      ${stacked}
    }
  }
`;

export const SortButton = styled.button`
  align-items: center;
  background: none;
  border: 0;
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: ${({ theme }) => theme.colors.secondary60};
  cursor: pointer;
  display: inline-flex;
  font: inherit;
  gap: 0.125rem;
  min-height: 2.5rem;
  padding: 0 0.25rem;
  margin: 0 -0.25rem;
  white-space: nowrap;

  svg {
    height: 1rem;
    visibility: hidden;
    width: 1rem;
  }

  [data-column='amount'] > & {
    flex-direction: row-reverse;
  }

  &:hover svg,
  &[data-sorted] svg {
    visibility: visible;
  }

  &[data-sorted] {
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

/** The header of a column by which rows are not sorted. */
export const OfCard = styled.th`
  color: ${({ theme }) => theme.colors.secondary60};
  min-width: 7.5rem;
`;

export const Open = styled.button`
  background: none;
  border: 0;
  color: inherit;
  cursor: pointer;
  font: inherit;
  margin-right: 0.5rem;
  padding: 0;
  text-align: left;
`;

export const Mark = styled.span`
  border: 1px solid ${({ theme }) => theme.colors.secondary40};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: ${({ theme }) => theme.colors.secondary60};
  display: inline-block;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  line-height: 1;
  padding: 0.125rem 0.375rem;
  white-space: nowrap;
`;
