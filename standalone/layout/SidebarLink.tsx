import { type ReactNode, useId } from 'react';
import type { To } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { PageLink } from './PageLink.tsx';

const entry = css`
  align-items: center;
  background: none;
  border: 0;
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.secondary60};
  cursor: pointer;
  display: flex;
  font: inherit;
  gap: 0.625rem;
  min-height: 2.5rem;
  padding: 0.25rem 0.75rem;
  text-align: left;
  text-decoration: none;
  width: 100%;

  &:hover {
    background: ${({ theme }) => theme.colors.secondary20};
    color: ${({ theme }) => theme.colors.secondary70};
  }

  &[aria-current] {
    background: ${({ theme }) => theme.colors.primary20};
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  svg {
    flex: none;
  }

  &[aria-current] svg {
    color: ${({ theme }) => theme.colors.primary};
  }
`;

const EntryLink = styled(PageLink)`
  ${entry}
`;

const EntryButton = styled.button`
  ${entry}
`;

const Group = styled.div`
  * + & {
    margin-top: 1.5rem;
  }

  h2 {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    margin: 0;
    padding: 0.25rem 0.75rem;
  }

  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
`;

/** A titled group of sidebar links and buttons. */
export function SidebarGroup({ title, children }: { title?: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Group>
      {title && <h2 id={titleId}>{title}</h2>}
      <ul {...(title && { 'aria-labelledby': titleId })}>{children}</ul>
    </Group>
  );
}

interface SidebarEntry {
  icon?: ReactNode;
  children: ReactNode;
}

/** A sidebar link to a page, marked while that page is open. */
export function SidebarLink({ to, icon, children }: SidebarEntry & { to: To }) {
  return (
    <li>
      <EntryLink to={to}>
        {icon}
        {children}
      </EntryLink>
    </li>
  );
}

/** A sidebar button for an action, such as a download. */
export function SidebarButton({ onClick, icon, children }: SidebarEntry & { onClick: () => void }) {
  return (
    <li>
      <EntryButton type="button" onClick={onClick}>
        {icon}
        {children}
      </EntryButton>
    </li>
  );
}
