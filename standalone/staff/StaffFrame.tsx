import { HomeIcon, SearchIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { staffPath } from '../../server/domain/access/guard.ts';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { SignedInPerson } from '../dashboard/DashboardFrame.tsx';
import { pageQuery } from '../dashboard/pageQuery.ts';
import { Frame } from '../layout/Frame.tsx';
import { SidebarGroup, SidebarLink } from '../layout/SidebarLink.tsx';
import { useReceiver } from '../session/receiver.ts';

/** A staff page with its sidebar. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { isMasquerading } = useReceiver();
  const { search } = useLocation();
  const kept = pageQuery(addressBarQuery(search));
  return (
    <Frame
      navigation={
        <SidebarGroup title="Staff">
          <SidebarLink to={{ pathname: staffPath, search: kept }} icon={<SearchIcon />}>
            Find a customer
          </SidebarLink>
          <SidebarLink to={{ pathname: '/', search: kept }} icon={<HomeIcon />}>
            {isMasquerading ? 'The customer’s dashboard' : 'My own account'}
          </SidebarLink>
        </SidebarGroup>
      }
      account={<SignedInPerson />}
    >
      {children}
    </Frame>
  );
}
