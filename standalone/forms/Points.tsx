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

/** A list of facts to read before going on. */
export function Points({ all }: { all: readonly string[] }) {
  return (
    <List>
      {all.map((point) => (
        <li key={point}>
          <CheckIcon aria-hidden="true" />
          <span>{point}</span>
        </li>
      ))}
    </List>
  );
}
