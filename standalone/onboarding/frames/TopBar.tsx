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

/** The brand, who is signed in, and the way out: all that stands around a step. */
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
          {/* Staff have an account like any merchant's, and mostly leave it at its first step. */}
          {isStaff(loggedInReceiver) && <Link to={{ pathname: staffPath, search: addressBarQuery(search) }}>Find a customer</Link>}
          <SignOutButton />
        </Account>
      </Bar>
    </>
  );
}
