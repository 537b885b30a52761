import { CheckIcon } from '@bigcommerce/big-design-icons';
import styled from 'styled-components';

const List = styled.ul`
  display: grid;
  gap: 0.75rem;
  list-style: none;
  margin: 0 0 1.5rem;
  padding: 0;

  li {
    display: grid;
    gap: 0.75rem;
    grid-template-columns: 1.25rem minmax(0, 1fr);
  }

  svg {
    color: ${({ theme }) => theme.colors.primary};
    height: 1.25rem;
    margin-top: 0.125rem;
    width: 1.25rem;
  }
`;

interface PointsProps {
  all: readonly string[];
  /** The accessible name of the list, where no heading names it. */
  label?: string;
  className?: string;
}

/** A list of facts to read before going on, or of what is in order, each with a check mark. */
export function Points({ all, label, className }: PointsProps) {
  return (
    <List aria-label={label} className={className}>
      {all.map((point) => (
        <li key={point}>
          <CheckIcon aria-hidden="true" />
          <span>{point}</span>
        </li>
      ))}
    </List>
  );
}
