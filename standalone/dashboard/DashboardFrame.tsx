import { BaselineHelpIcon, LogoutIcon, SearchIcon } from '@bigcommerce/big-design-icons';
import { lazy, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { isStaff } from '../../server/domain/access/access.ts';
import { staffPath } from '../../server/domain/access/guard.ts';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { BarLink } from '../layout/BottomBar.tsx';
import { Frame } from '../layout/Frame.tsx';
import { useHelp } from '../layout/help/useHelp.tsx';
import { SidebarButton, SidebarGroup, SidebarLink } from '../layout/SidebarLink.tsx';
import { AccountSwitcher } from '../session/AccountSwitcher.tsx';
import { isInPanel } from '../session/framed.ts';
import { HostedAccountLinks } from '../session/HostedAccountLinks.tsx';
import { useReceiver } from '../session/receiver.ts';
import { useSignOut } from '../session/useSignOut.ts';
import { DownloadsProvider } from './downloads/DownloadsProvider.tsx';
import { SidebarDownloads } from './downloads/SidebarDownloads.tsx';
import { PageLabel } from './PageLabel.tsx';
import { pageQuery } from './pageQuery.ts';
import { pagesFor } from './pages.tsx';

/** Only merchants who come from a store's control panel load it. */
const DashboardInPanel = lazy(() => import('./DashboardInPanel.tsx').then((file) => ({ default: file.DashboardInPanel })));

const Person = styled.div`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  padding-top: 0.75rem;

  p {
    margin: 0;
    overflow: hidden;
    padding: 0 0.75rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
`;

const Email = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  margin-bottom: 0.5rem !important;
`;

const Problem = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
  white-space: normal !important;
`;

/** A dashboard page with its sidebar: the other pages, the downloads, the person signed in, and log out. In a store's control panel only with the other pages. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  const { receiver } = useReceiver();
  const pages = pagesFor(receiver);
  const kept = pageQuery(addressBarQuery(search));
  if (isInPanel()) return <DashboardInPanel search={kept}>{children}</DashboardInPanel>;
  return (
    <DownloadsProvider>
      <Frame
        navigation={
          <>
            <SidebarGroup>
              {pages.map((page) => (
                <SidebarLink key={page.path} to={{ pathname: page.path, search: kept }} icon={page.icon}>
                  <PageLabel page={page} />
                </SidebarLink>
              ))}
            </SidebarGroup>
            {receiver.abilities.includes('download_reports') && <SidebarDownloads />}
            <StaffLinks search={kept} />
          </>
        }
        account={<SignedInPerson />}
        bar={pages
          .filter(({ isInBar }) => isInBar)
          .map(({ path, label, icon }) => (
            <BarLink key={path} to={{ pathname: path, search: kept }} icon={icon}>
              {label}
            </BarLink>
          ))}
      >
        {children}
      </Frame>
    </DownloadsProvider>
  );
}

/** Links to the staff pages; shown to staff only. */
function StaffLinks({ search }: { search: string }) {
  const { loggedInReceiver } = useReceiver();
  if (!isStaff(loggedInReceiver)) return null;
  return (
    <SidebarGroup title="Staff">
      <SidebarLink to={{ pathname: staffPath, search }} icon={<SearchIcon />}>
        Find a customer
      </SidebarLink>
    </SidebarGroup>
  );
}

/** The person signed in. During a masquerade that is the member of staff, not the customer. */
export function SignedInPerson() {
  const { loggedInReceiver } = useReceiver();
  const email = loggedInReceiver.member?.email ?? loggedInReceiver.email;
  const { signOut, isBusy, problem } = useSignOut();
  const help = useHelp();
  return (
    <Person>
      <AccountSwitcher />
      <Email title={email}>{email}</Email>
      {problem && <Problem>{problem}</Problem>}
      <ul>
        {help.open && (
          <SidebarButton icon={<BaselineHelpIcon />} onClick={help.open}>
            Help
          </SidebarButton>
        )}
        <HostedAccountLinks />
        <SidebarButton icon={<LogoutIcon />} onClick={() => !isBusy && signOut()}>
          {isBusy ? 'Logging out…' : 'Log out'}
        </SidebarButton>
      </ul>
      {help.panel}
    </Person>
  );
}
