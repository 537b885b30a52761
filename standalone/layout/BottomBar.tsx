import type { ReactNode } from 'react';
import type { To } from 'react-router-dom';
import styled, { createGlobalStyle, css } from 'styled-components';
import { PageLink } from './PageLink.tsx';

/** The height of the bar, which the page beneath it leaves free. */
export const bottomBarHeight = 'calc(3.75rem + env(safe-area-inset-bottom, 0px))';

/** Keeps what takes focus above the bar: the browser scrolls it into the part of the page that is not covered. */
const FocusAboveBar = createGlobalStyle`
  @media (max-width: 899.98px) {
    html {
      scroll-padding-bottom: calc(${bottomBarHeight} + 0.5rem);
    }
  }
`;

const Bar = styled.div`
  background: ${({ theme }) => theme.colors.white};
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  bottom: 0;
  box-sizing: border-box;
  display: flex;
  height: ${bottomBarHeight};
  left: 0;
  padding-bottom: env(safe-area-inset-bottom, 0px);
  position: fixed;
  right: 0;
  z-index: ${({ theme }) => theme.zIndex.fixed};

  @media (min-width: 900px) {
    display: none;
  }

  @media print {
    display: none;
  }
`;

const Pages = styled.ul`
  display: flex;
  flex: 4 1 auto;
  list-style: none;
  margin: 0;
  min-width: 0;
  padding: 0;

  li {
    display: flex;
    flex: 1 1 auto;
  }
`;

/** Grows from its label's width: the longest label does not fit in a fifth of a narrow screen. */
const entry = css`
  align-items: center;
  background: none;
  border: 0;
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex: 1 1 auto;
  flex-direction: column;
  font: inherit;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  gap: 0.125rem;
  justify-content: center;
  line-height: 1rem;
  min-width: 0;
  padding: 0.25rem 0;
  text-decoration: none;

  &[aria-current],
  &[aria-expanded='true'] {
    color: ${({ theme }) => theme.colors.secondary70};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  &[aria-current] svg {
    color: ${({ theme }) => theme.colors.primary};
  }
`;

const EntryLink = styled(PageLink)`
  ${entry}
`;

/** The button at the end of the bar, which opens everything that has no place in it. */
export const BarButton = styled.button`
  ${entry}
  cursor: pointer;
`;

/** A page in the bar, marked while it is open. */
export function BarLink({ to, icon, children }: { to: To; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <EntryLink to={to}>
        {icon}
        {children}
      </EntryLink>
    </li>
  );
}

/** The pages that a thumb reaches at the bottom of a phone's screen, and the button that opens the rest. Absent on wider screens. */
export function BottomBar({ pages, button }: { pages: ReactNode; button: ReactNode }) {
  return (
    <Bar>
      <FocusAboveBar />
      <nav aria-label="Pages" style={{ display: 'contents' }}>
        <Pages>{pages}</Pages>
      </nav>
      {button}
    </Bar>
  );
}
