import { CloseIcon, MenuIcon, MoreHorizIcon } from '@bigcommerce/big-design-icons';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { Logo } from '../brand/Logo.tsx';
import { lowScreen } from '../brand/lowScreen.ts';
import { FrameColors } from '../brand/ProgramProvider.tsx';
import { BarButton, BottomBar, bottomBarHeight } from './BottomBar.tsx';
import { SkipLink } from './SkipLink.tsx';

const Columns = styled.div`
  @media (min-width: 900px) {
    display: grid;
    grid-template-columns: 16rem minmax(0, 1fr);
  }
`;

const Sidebar = styled.header<{ $isOpen: boolean }>`
  background: ${({ theme }) => theme.palette.canvas};
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.secondary70};
  display: flex;
  flex-direction: column;
  position: sticky;
  top: var(--banner-height, 0px);
  z-index: ${({ theme }) => theme.zIndex.fixed};
  ${({ $isOpen }) => $isOpen && 'height: calc(100vh - var(--banner-height, 0px)); height: calc(100dvh - var(--banner-height, 0px));'}

  @media ${lowScreen} {
    ${({ $isOpen }) => !$isOpen && 'position: static;'}
  }

  @media (min-width: 900px) {
    border-right: 1px solid ${({ theme }) => theme.colors.secondary20};
    height: calc(100vh - var(--banner-height, 0px));
    padding: 1rem 0.75rem;
  }
`;

const Bar = styled.div`
  align-items: center;
  display: flex;
  justify-content: space-between;
  padding: 0.75rem 1rem;

  @media (min-width: 900px) {
    padding: 1rem 0.75rem 1.5rem;
  }
`;

const MenuButton = styled.button`
  align-items: center;
  background: none;
  border: 0;
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: inherit;
  cursor: pointer;
  display: flex;
  font: inherit;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0 0.25rem 0 0.5rem;

  @media (min-width: 900px) {
    display: none;
  }
`;

const Menu = styled.div<{ $isOpen: boolean; $isAboveBar: boolean }>`
  display: ${({ $isOpen }) => ($isOpen ? 'flex' : 'none')};
  flex: 1;
  flex-direction: column;
  gap: 1.5rem;
  justify-content: space-between;
  min-height: 0;
  outline: none;
  overflow-y: auto;
  padding: 0.5rem 0.75rem ${({ $isAboveBar }) => ($isAboveBar ? `calc(1.5rem + ${bottomBarHeight})` : '1.5rem')};

  @media (min-width: 900px) {
    display: flex;
    padding: 0;
  }
`;

/** On a wide screen it scrolls by itself, so that help and logging out are in sight below it however low the screen is. */
const Navigation = styled.nav`
  @media (min-width: 900px) {
    flex: 1 1 auto;
    min-height: 12rem;
    overflow-y: auto;
    /* Fades at its end, where it may go on. */
    mask-image: linear-gradient(#000 calc(100% - 1.5rem), transparent);
    padding-bottom: 1.5rem;
    scroll-padding-bottom: 1.5rem;
  }
`;

/** Hidden and out of the tab order while a phone's menu covers it, but keeps its scroll position. */
const Content = styled.div<{ $isCovered: boolean; $isAboveBar: boolean }>`
  min-width: 0;
  ${({ $isAboveBar }) => $isAboveBar && `padding-bottom: ${bottomBarHeight};`}
  ${({ $isCovered }) => $isCovered && 'visibility: hidden;'}

  @media (min-width: 900px) {
    padding-bottom: 0;
    visibility: visible;
  }
`;

interface FrameProps {
  /** Groups of links, made by `SidebarGroup`. */
  navigation: ReactNode;
  /** The person signed in, and the log-out button. */
  account: ReactNode;
  /** The pages that a phone shows in a bar at the bottom, made by `BarLink`. Without them the menu's button is at the top. */
  bar?: ReactNode;
  children: ReactNode;
}

/** A page with a sidebar; on a phone the sidebar is a menu behind a button. */
export function Frame({ navigation, account, bar, children }: FrameProps) {
  const { key: visit } = useLocation();
  // The menu is open for one visit only, so that any navigation closes it.
  const [openOn, setOpenOn] = useState<string>();
  const isOpen = openOn === visit;
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const hasBar = bar !== undefined;

  // The button in the bar is the last thing of the page, and the menu the first: keys would not find it.
  useEffect(() => {
    if (isOpen && hasBar) menu.current?.focus();
  }, [isOpen, hasBar]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpenOn(undefined);
    button.current?.focus();
  };

  const menuButton = {
    ref: button,
    type: 'button' as const,
    'aria-expanded': isOpen,
    'aria-controls': menuId,
    onClick: () => setOpenOn(isOpen ? undefined : visit),
  };

  return (
    <>
      <SkipLink />
      <Columns>
        <FrameColors>
          <Sidebar $isOpen={isOpen} onKeyDown={closeOnEscape}>
            <Bar>
              <Logo />
              {!hasBar && (
                <MenuButton {...menuButton}>
                  {isOpen ? 'Close' : 'Menu'}
                  {isOpen ? <CloseIcon /> : <MenuIcon />}
                </MenuButton>
              )}
            </Bar>
            <Menu ref={menu} id={menuId} tabIndex={-1} $isOpen={isOpen} $isAboveBar={hasBar}>
              <Navigation aria-label="Main">{navigation}</Navigation>
              {account}
            </Menu>
          </Sidebar>
        </FrameColors>
        <Content $isCovered={isOpen} $isAboveBar={hasBar}>
          {children}
        </Content>
      </Columns>
      {hasBar && (
        <BottomBar
          pages={bar}
          button={
            <BarButton {...menuButton} onKeyDown={closeOnEscape}>
              {isOpen ? <CloseIcon /> : <MoreHorizIcon />}
              {isOpen ? 'Close' : 'More'}
            </BarButton>
          }
        />
      )}
    </>
  );
}
