import { ExpandLessIcon, ExpandMoreIcon } from '@bigcommerce/big-design-icons';
import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { withStorage } from '../withStorage.ts';

const Group = styled.div`
  margin-top: 1.5rem;

  h2 {
    font: inherit;
    margin: 0;
  }

  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
`;

const Fold = styled.button`
  align-items: center;
  background: none;
  border: 0;
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: ${({ theme }) => theme.colors.secondary60};
  cursor: pointer;
  display: flex;
  font: inherit;
  justify-content: space-between;
  min-height: 2.5rem;
  padding: 0.25rem 0.75rem;
  width: 100%;

  &:hover {
    background: ${({ theme }) => theme.colors.secondary20};
  }
`;

/** A titled group of sidebar links and buttons that folds under its title. It begins open; the browser remembers whether it was folded. */
export function FoldingGroup({ title, children }: { title: string; children: ReactNode }) {
  const key = `folded:${title}`;
  const titleId = useId();
  const listId = useId();
  const [isOpen, setIsOpen] = useState(() => withStorage((storage) => storage.getItem(key)) === null);
  const toggle = () => {
    setIsOpen(!isOpen);
    withStorage((storage) => (isOpen ? storage.setItem(key, 'yes') : storage.removeItem(key)));
  };
  return (
    <Group>
      <h2>
        <Fold type="button" aria-expanded={isOpen} aria-controls={listId} onClick={toggle}>
          <span id={titleId}>{title}</span>
          {isOpen ? <ExpandLessIcon /> : <ExpandMoreIcon />}
        </Fold>
      </h2>
      <ul id={listId} aria-labelledby={titleId} hidden={!isOpen}>
        {children}
      </ul>
    </Group>
  );
}
