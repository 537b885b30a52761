import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { isStaff } from '../../server/domain/access/access.ts';
import { staffPath } from '../../server/domain/access/guard.ts';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { whoCan } from '../../server/domain/access/teamWords.ts';
import { unknownPageTexts } from '../../server/domain/access/unknownPage.ts';
import { Logo } from '../brand/Logo.tsx';
import { dashboardPages } from '../dashboard/pages.tsx';
import { contentId } from '../layout/Page.tsx';
import { useReceiver } from '../session/receiver.ts';

const Middle = styled.main`
  align-items: start;
  box-sizing: border-box;
  display: flex;
  flex-direction: column;
  justify-content: center;
  margin: 0 auto;
  max-width: 26rem;
  min-height: 90vh;
  padding: 2rem 1.5rem;

  h1 {
    font-size: 2rem;
    font-weight: ${({ theme }) => theme.typography.fontWeight.light};
    letter-spacing: -0.01em;
    line-height: 2.5rem;
    margin: 2.5rem 0 0.5rem;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0 0 1.5rem;
  }

  a {
    color: ${({ theme }) => theme.colors.primary};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

/** The page of an address that does not exist, or not for the role of the person signed in. */
export function NotFound() {
  const { loggedInReceiver, receiver } = useReceiver();
  const { pathname, search } = useLocation();
  const ofOthers = receiver.abilities.includes('view_account') ? undefined : dashboardPages.find(({ path, isOfAccount }) => isOfAccount && path === pathname);
  return (
    <Middle id={contentId} tabIndex={-1}>
      <Logo />
      <h1>{ofOthers ? 'This page is not for your role' : unknownPageTexts.heading}</h1>
      <p>{ofOthers ? `${ofOthers.label} shows the whole account. ${whoCan(receiver.role, 'managers')}` : unknownPageTexts.text}</p>
      <Link to={{ pathname: '/', search: addressBarQuery(search) }}>{ofOthers ? 'Go to your cards' : 'Go to your dashboard'}</Link>
      {isStaff(loggedInReceiver) && <Link to={{ pathname: staffPath, search: addressBarQuery(search) }}>Find a customer</Link>}
    </Middle>
  );
}
