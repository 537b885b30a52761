import type { KeyboardEvent } from 'react';
import styled from 'styled-components';
import { type TabKey, tabs } from '../../../server/domain/table/table.ts';

const List = styled.div`
  border-bottom: 1px solid ${({ theme }) => theme.colors.secondary20};
  display: flex;
  /* A tab beyond the edge of a phone would not be found. */
  flex-wrap: wrap;
  gap: 0 1.25rem;

  @media (max-width: 399.98px) {
    /* All three fit on a line of 286 pixels, on a screen of 360. */
    gap: 0 0.125rem;
    justify-content: space-between;

    button {
      font-size: ${({ theme }) => theme.typography.fontSize.small};
    }
  }
`;

const Tab = styled.button`
  background: none;
  border: 0;
  border-bottom: 2px solid transparent;
  color: ${({ theme }) => theme.colors.secondary60};
  cursor: pointer;
  font: inherit;
  margin-bottom: -1px;
  min-height: 2.75rem;
  padding: 0 0.125rem;
  white-space: nowrap;

  &:hover {
    color: ${({ theme }) => theme.colors.secondary70};
  }

  &[aria-selected='true'] {
    border-bottom-color: ${({ theme }) => theme.colors.primary};
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** The tabs of the whole account. */
export const allTabs = Object.keys(tabs) as readonly TabKey[];

export const tabId = (key: TabKey) => `tab-${key}`;

interface TabListProps {
  keys: readonly TabKey[];
  selected: TabKey;
  onSelect: (tab: TabKey) => void;
  /** Called when the pointer enters a tab, which is then likely to be opened next. */
  onApproach: (tab: TabKey) => void;
  /** The id of the panel that shows the selected tab. */
  panelId: string;
}

/** The tabs of the table. Arrow keys move between them. */
export function TabList({ keys, selected, onSelect, onApproach, panelId }: TabListProps) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const next = neighbor(event.key, keys, keys.indexOf(selected));
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    event.currentTarget.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }
  return (
    <List role="tablist" aria-label="Kind of transactions" onKeyDown={move}>
      {keys.map((key) => (
        <Tab
          key={key}
          id={tabId(key)}
          type="button"
          role="tab"
          aria-selected={key === selected}
          aria-controls={panelId}
          tabIndex={key === selected ? 0 : -1}
          onClick={() => onSelect(key)}
          onPointerEnter={() => onApproach(key)}
        >
          {tabs[key].label}
        </Tab>
      ))}
    </List>
  );
}

function neighbor(key: string, keys: readonly TabKey[], place: number): TabKey | undefined {
  const last = keys.length - 1;
  switch (key) {
    case 'ArrowRight':
      return keys[place === last ? 0 : place + 1];
    case 'ArrowLeft':
      return keys[place === 0 ? last : place - 1];
    case 'Home':
      return keys[0];
    case 'End':
      return keys[last];
    default:
      return undefined;
  }
}
