import { CloseIcon } from '@bigcommerce/big-design-icons';
import styled from 'styled-components';
import type { NamedCard } from '../../../server/domain/card/namedCard.ts';
import { filtersInWords, noFilters, type TableFilters } from '../../../server/domain/table/filters.ts';
import { Hidden } from '../../layout/Hidden.ts';

const Row = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  list-style: none;
  margin: 0;
  padding: 0 0 0.75rem;
`;

const Chip = styled.button`
  align-items: center;
  background: ${({ theme }) => theme.colors.primary20};
  border: 1px solid ${({ theme }) => theme.colors.primary};
  border-radius: 1.25rem;
  color: ${({ theme }) => theme.colors.secondary70};
  cursor: pointer;
  display: inline-flex;
  font: inherit;
  gap: 0.25rem;
  min-height: 2.25rem;
  padding: 0 0.5rem 0 0.875rem;

  svg {
    height: 1.125rem;
    width: 1.125rem;
  }
`;

const Clear = styled.button`
  background: none;
  border: 0;
  color: ${({ theme }) => theme.colors.primary};
  cursor: pointer;
  font: inherit;
  min-height: 2.25rem;
  padding: 0 0.5rem;
`;

interface FilterChipsProps {
  filters: TableFilters;
  /** The cards of the account, which have names. */
  cards: readonly NamedCard[];
  onChange: (filters: TableFilters) => void;
}

/** The filters that are set, each with the button that removes it. Shows nothing when none is. */
export function FilterChips({ filters, cards, onChange }: FilterChipsProps) {
  const shown = filtersInWords(filters, cards);
  if (shown.length === 0) return null;
  return (
    <Row aria-label="Filters">
      {shown.map(({ words, without }) => (
        <li key={words}>
          <Chip type="button" onClick={() => onChange(without)}>
            <Hidden>Remove the filter </Hidden>
            {words}
            <CloseIcon />
          </Chip>
        </li>
      ))}
      <li>
        <Clear type="button" onClick={() => onChange(noFilters)}>
          Clear filters
        </Clear>
      </li>
    </Row>
  );
}
