import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { isStaff } from '../../../server/domain/access/access.ts';
import { staffPath } from '../../../server/domain/access/guard.ts';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { Logo } from '../../brand/Logo.tsx';
import { FrameColors } from '../../brand/ProgramProvider.tsx';
import { HelpButton } from '../../layout/help/HelpButton.tsx';
import { useHelp } from '../../layout/help/useHelp.tsx';
import { SkipLink } from '../../layout/SkipLink.tsx';
import { AccountSwitcherInBar } from '../../session/AccountSwitcher.tsx';
import { isInPanel } from '../../session/framed.ts';
import { useReceiver } from '../../session/receiver.ts';
import { SignOutButton } from '../../session/SignOutButton.tsx';

const Bar = styled.header`
  align-items: center;
  background: ${({ theme }) => theme.palette.canvas};
  border-bottom: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary70};
  display: flex;
  gap: 1rem;
  justify-content: space-between;
  padding: 0.75rem 1rem;

  @media (min-width: 900px) {
    padding: 1.25rem 2.5rem;
  }

  @media print {
    display: none;
  }
`;

const Account = styled.div`
  align-items: center;
  display: flex;
  gap: 0.5rem;
  min-width: 0;

  @media (max-width: 599.98px) {
    flex-wrap: wrap;
    justify-content: flex-end;
  }

  a {
    color: ${({ theme }) => theme.colors.primary};
    white-space: nowrap;
  }

  .bd-button {
    flex: none;
    margin: 0;
    width: auto;
  }
`;

const Email = styled.span`
  color: ${({ theme }) => theme.colors.secondary60};
  display: none;
  overflow-wrap: anywhere;

  @media (min-width: 600px) {
    display: block;
  }
`;

/** The control panel of a store has a header of its own, with the app and the person: of ours the help is left, at the end of the first line. */
const InPanel = styled.header`
  display: flex;
  justify-content: flex-end;
  padding: 0.5rem 1rem 0;

  .bd-button {
    margin: 0;
    width: auto;
  }

  @media print {
    display: none;
  }
`;

/** The logo, the person signed in, and the log-out button. */
export function TopBar() {
  const { loggedInReceiver } = useReceiver();
  const { search } = useLocation();
  const help = useHelp();
  if (isInPanel()) {
    return (
      <>
        <SkipLink />
        <InPanel>
          <HelpButton open={help.open} />
        </InPanel>
        {help.panel}
      </>
    );
  }
  return (
    <>
      <FrameColors>
        <SkipLink />
        <Bar>
          <Logo />
          <Account>
            <AccountSwitcherInBar />
            <Email>{loggedInReceiver.member?.email ?? loggedInReceiver.email}</Email>
            {/* Staff have an account like any merchant's; most leave it at the first step and go to the search from here. */}
            {isStaff(loggedInReceiver) && <Link to={{ pathname: staffPath, search: addressBarQuery(search) }}>Find a customer</Link>}
            <HelpButton open={help.open} />
            <SignOutButton />
          </Account>
        </Bar>
      </FrameColors>
      {help.panel}
    </>
  );
}
