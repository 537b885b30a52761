import { type ReactNode, useEffect, useRef } from 'react';
import type { To } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { FrameColors } from '../brand/ProgramProvider.tsx';
import { PageLink, useIsOpen } from './PageLink.tsx';
import { SkipLink } from './SkipLink.tsx';

const Bar = styled.header`
  align-items: center;
  background: ${({ theme }) => theme.palette.canvas};
  border-bottom: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary70};
  display: flex;
  gap: 1rem;
  justify-content: space-between;

  @media (min-width: 900px) {
    /* The words stand above the left edge of the page. */
    padding: 0 max(1.75rem, calc((100% - 72rem) / 2 + 1.75rem));
  }

  @media print {
    display: none;
  }

  .bd-button {
    flex: none;
    margin: 0;
    width: auto;
  }
`;

/**
 * One row: a narrow screen scrolls it sideways by itself, and the page never. A shadow lies at a side where there is more: the row's own
 * background moves with it and covers the shadow at its ends.
 */
const Pages = styled.nav`
  ${({ theme: { palette, colors } }) => css`
    background:
      linear-gradient(to right, ${palette.canvas} 1rem, transparent) left / 2.5rem 100% no-repeat local,
      linear-gradient(to left, ${palette.canvas} 1rem, transparent) right / 2.5rem 100% no-repeat local,
      linear-gradient(to right, ${colors.secondary30}, transparent) left / 1rem 100% no-repeat scroll,
      linear-gradient(to left, ${colors.secondary30}, transparent) right / 1rem 100% no-repeat scroll;
  `}
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;

  @media (forced-colors: active) {
    scrollbar-width: thin;
  }

  ul {
    display: flex;
    gap: 0.25rem;
    list-style: none;
    margin: 0;
    padding: 0 0.25rem;
  }
`;

const EntryLink = styled(PageLink)`
  border-bottom: 2px solid transparent;
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  min-height: 3rem;
  padding: 0.75rem 0.5rem;
  text-decoration: none;
  white-space: nowrap;

  &:hover {
    color: ${({ theme }) => theme.colors.secondary70};
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-current] {
    border-color: ${({ theme }) => theme.colors.primary};
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

interface EntryProps {
  to: To;
  label: string;
}

/** A page in the row, which scrolls to it while it is open. */
function Entry({ to, label }: EntryProps) {
  const isOpen = useIsOpen(to);
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) entry.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={entry}>
      <EntryLink to={to}>{label}</EntryLink>
    </li>
  );
}

interface PanelFrameProps {
  pages: readonly EntryProps[];
  /** The button at the end of the row. */
  help: ReactNode;
  children: ReactNode;
}

/** A page in the frame of a store's control panel, which names the app and the person and signs them out: one row with our pages is all that is left to say. */
export function PanelFrame({ pages, help, children }: PanelFrameProps) {
  return (
    <>
      <SkipLink />
      <FrameColors>
        <Bar>
          <Pages aria-label="Main">
            <ul>
              {pages.map((page) => (
                <Entry key={page.label} {...page} />
              ))}
            </ul>
          </Pages>
          {help}
        </Bar>
      </FrameColors>
      {children}
    </>
  );
}
