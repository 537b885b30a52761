import { CheckIcon, ExpandLessIcon, ExpandMoreIcon } from '@bigcommerce/big-design-icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import { teamRoleTexts } from '../../server/domain/access/teamRoles.ts';
import { bottomBarHeight } from '../layout/BottomBar.tsx';
import { useReceiver } from './receiver.ts';
import { useSession } from './session.ts';
import { type Account, useAccounts } from './useAccounts.ts';

const Name = styled.p`
  margin: 0;
  overflow: hidden;
  padding: 0 0.75rem;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Button = styled.button`
  align-items: center;
  background: none;
  border: 0;
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: inherit;
  cursor: pointer;
  display: flex;
  font: inherit;
  gap: 0.5rem;
  justify-content: space-between;
  min-height: 2.5rem;
  padding: 0.25rem 0.75rem;
  text-align: left;
  width: 100%;

  &:hover:enabled {
    background: ${({ theme }) => theme.colors.secondary20};
  }

  &:disabled {
    cursor: default;
  }

  > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  svg {
    flex: none;
  }
`;

const List = styled.ul`
  border: 1px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  list-style: none;
  margin: 0.25rem 0 0.75rem !important;
  max-height: 16rem;
  overflow-y: auto;
  padding: 0.25rem !important;
  scroll-margin-bottom: calc(1rem + ${bottomBarHeight});

  @media (min-width: 900px) {
    scroll-margin-bottom: 0;
  }
`;

/** Floats over the page in a bar, where it has no room of its own. */
const Menu = styled.div<{ $floats: boolean }>`
  min-width: 0;

  ${({ $floats, theme }) =>
    $floats &&
    css`
      /* On a phone the bar has a second line for it. */
      flex-basis: 100%;
      order: 1;
      position: relative;

      @media (min-width: 600px) {
        flex-basis: auto;
        order: 0;
      }

      ul {
        background: ${theme.colors.white};
        box-shadow: ${theme.shadow.raised};
        min-width: 14rem;
        position: absolute;
        right: 0;
        z-index: ${theme.zIndex.popover};
      }
    `}
`;

const nameOf = ({ business_name, is_own }: Account) => business_name ?? (is_own ? 'Your own account' : 'A business without a name yet');

/** The name of the account; for somebody who has several, with a menu to look at another one. */
export function AccountSwitcher() {
  const { loggedInReceiver } = useReceiver();
  const { accounts, failure, retry } = useAccounts();
  const present = accounts.find(({ id }) => id === loggedInReceiver.id);
  const name = loggedInReceiver.business_name;
  if (accounts.length > 1) return <Switcher accounts={accounts} name={name ?? (present ? nameOf(present) : 'Your account')} floats={false} />;
  return (
    <>
      {name && <Name title={name}>{name}</Name>}
      {failure && (
        <Button type="button" onClick={retry}>
          <span>
            Your other accounts could not be loaded
            <small>Try again</small>
          </span>
        </Button>
      )}
    </>
  );
}

/** The menu alone, for a page that has a bar in place of a sidebar; nothing for somebody with one account. */
export function AccountSwitcherInBar() {
  const { accounts } = useAccounts();
  const { id } = useReceiver().loggedInReceiver;
  const present = accounts.find((account) => account.id === id);
  return accounts.length > 1 && <Switcher accounts={accounts} name={present ? nameOf(present) : 'Your account'} floats />;
}

function Switcher({ accounts, name, floats }: { accounts: readonly Account[]; name: string; floats: boolean }) {
  const { id: presentId } = useReceiver().loggedInReceiver;
  const { state, chosen } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [opening, setOpening] = useState<Account | null>(null);
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone it opens below what is seen, behind the bar.
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    // On a phone it would close the menu around this one as well.
    event.stopPropagation();
    close();
  }
  function open(account: Account) {
    if (account.id === presentId) return close();
    if (state.status !== 'signedIn') return;
    setOpening(account);
    const { org_id: orgId, business_name } = account;
    chosen.choose(state.user.userId, orgId === null ? null : { orgId, name: business_name });
  }

  return (
    <Menu $floats={floats} onKeyDown={closeOnEscape}>
      <Button ref={button} type="button" aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
        <span>
          {name}
          <small>{opening ? `Opening ${nameOf(opening)}…` : 'Switch account'}</small>
        </span>
        {isOpen ? <ExpandLessIcon /> : <ExpandMoreIcon />}
      </Button>
      {isOpen && (
        <List ref={list} id={listId} aria-label="Switch account">
          {accounts.map((account) => (
            <li key={account.id}>
              <Button type="button" disabled={opening !== null} aria-current={account.id === presentId} onClick={() => open(account)}>
                <span>
                  {nameOf(account)}
                  <small>{teamRoleTexts[account.role].label}</small>
                </span>
                {account.id === presentId && <CheckIcon title="Shown now" color="primary" />}
              </Button>
            </li>
          ))}
        </List>
      )}
    </Menu>
  );
}
