import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { isStaff } from '../../../server/domain/access/access.ts';
import { staffPath } from '../../../server/domain/access/guard.ts';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { Logo } from '../../brand/Logo.tsx';
import { SkipLink } from '../../layout/SkipLink.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { SignOutButton } from '../../session/SignOutButton.tsx';

const Bar = styled.header`
  align-items: center;
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
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  @media (min-width: 600px) {
    display: block;
  }
`;

/** The logo, the person signed in, and the log-out button. */
export function TopBar() {
  const { loggedInReceiver } = useReceiver();
  const { search } = useLocation();
  return (
    <>
      <SkipLink />
      <Bar>
        <Logo />
        <Account>
          <Email>{loggedInReceiver.email}</Email>
          {/* Staff have an account like any merchant's; most leave it at the first step and go to the search from here. */}
          {isStaff(loggedInReceiver) && <Link to={{ pathname: staffPath, search: addressBarQuery(search) }}>Find a customer</Link>}
          <SignOutButton />
        </Account>
      </Bar>
    </>
  );
}
