import { HomeIcon, SearchIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { staffPath } from '../../server/domain/access/guard.ts';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { isOnboarded, onboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { useProgram } from '../brand/program.ts';
import { SignedInPerson } from '../dashboard/DashboardFrame.tsx';
import { pageQuery } from '../dashboard/pageQuery.ts';
import { Frame } from '../layout/Frame.tsx';
import { SidebarGroup, SidebarLink } from '../layout/SidebarLink.tsx';
import { useReceiver } from '../session/receiver.ts';

/** A staff page with its sidebar. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { receiver, isMasquerading } = useReceiver();
  const { onboarding_path } = useProgram();
  const { search } = useLocation();
  // The root leads staff without a card of their own back here.
  const hasHome = isMasquerading || isOnboarded(onboardingStep(receiver.completion));
  const kept = pageQuery(addressBarQuery(search));
  return (
    <Frame
      navigation={
        <SidebarGroup title="Staff">
          <SidebarLink to={{ pathname: staffPath, search: kept }} icon={<SearchIcon />}>
            Find a customer
          </SidebarLink>
          <SidebarLink to={{ pathname: hasHome ? '/' : onboarding_path, search: kept }} icon={<HomeIcon />}>
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
