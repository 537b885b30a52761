import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { isInPanel } from '../../session/framed.ts';
import { HostedAccountLinks } from '../../session/HostedAccountLinks.tsx';
import { useSession } from '../../session/session.ts';
import { useSignOut } from '../../session/useSignOut.ts';
import { Lead, Section } from './Section.tsx';

const Links = styled.ul`
  list-style: none;
  margin: 0 0 1rem;
  padding: 0;

  &:empty {
    display: none;
  }
`;

const Alert = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
`;

/** Leads to the hosted pages of the account, says what each is for, and logs out. */
export function SecuritySection() {
  const { state } = useSession();
  const { signOut, isBusy, problem } = useSignOut();
  if (isInPanel()) {
    return (
      <Section id="security">
        <Lead>You are signed in by your store’s control panel. Change your password there.</Lead>
      </Section>
    );
  }
  const isHosted = state.status === 'signedIn' && state.from === 'hosted';
  return (
    <Section id="security">
      <Lead>
        {isHosted
          ? 'Change your email address, your password, and the second step of your sign-in on your account page. It leads back here.'
          : 'You came in from your store’s admin, and sign in there. Change your password there.'}
      </Lead>
      <Links>
        <HostedAccountLinks />
      </Links>
      <Lead>Logging out ends your session in every tab of this browser.</Lead>
      {problem !== null && <Alert>{problem}</Alert>}
      <Button variant="secondary" isLoading={isBusy} onClick={signOut}>
        Log out
      </Button>
    </Section>
  );
}
