import { Button, Text } from '@bigcommerce/big-design';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { Doorway } from './Doorway.tsx';
import { isFramed } from './framed.ts';
import { redirectingToLogin } from './PublicPage.tsx';
import { sendToLogin, wasJustAtLogin } from './sendToLogin.ts';
import { useSession } from './session.ts';

/** A note that is read after the button above it. */
const Quiet = styled.small`
  color: ${({ theme }) => theme.colors.secondary60};
  display: block;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  margin-top: 1.5rem;
  text-wrap: balance;

  a {
    color: ${({ theme }) => theme.colors.primary};
  }
`;

/** Opens a hosted page, in a new tab when this page is in a frame. */
function open(url: string): void {
  if (isFramed()) window.open(url, '_blank', 'noopener');
  else window.location.assign(url);
}

/** The hosted sign-in and, for those whose account a store opened, the one by mail: it works without a password, and after the app is uninstalled. */
function Login() {
  const { links } = useSession();
  return (
    <>
      <Button onClick={() => open(links.login())}>Login</Button>
      <Quiet>
        Did your store open your account?{' '}
        <a href="/mails/sign_in" {...(isFramed() && { target: '_blank', rel: 'noopener' })}>
          Get a sign-in link by mail
        </a>
      </Quiet>
    </>
  );
}

/** Shown to a visitor without a session until the redirect to the hosted sign-in happens. */
export function SignedOut() {
  const { links } = useSession();
  // Read before the effect below redirects to the sign-in again.
  const [isStuck] = useState(wasJustAtLogin);
  useEffect(() => sendToLogin(links.login()), [links]);
  if (isStuck)
    return (
      <Doorway heading="We could not sign you in" action={<Login />}>
        <Text>Your browser did not keep you signed in. Allow cookies for this site and its login page, then try again.</Text>
      </Doorway>
    );
  return (
    <Doorway heading="You are signed out" action={<Login />}>
      <Text>{redirectingToLogin}</Text>
    </Doorway>
  );
}

/** Shown when the session that a platform handed in is invalid or has expired. */
export function SessionExpired() {
  return (
    <Doorway heading="Your session has expired" action={<Login />}>
      <Text>The link that brought you here works once and for a short time. Open this page again from where you came, or log in below.</Text>
    </Doorway>
  );
}

/** Shown when the sign-in failed, with the reason; trying again may help. */
export function SessionFailed({ message }: { message: string }) {
  const { retry, links } = useSession();
  return (
    <Doorway
      heading="We could not sign you in"
      action={
        <>
          <Button onClick={retry}>Try again</Button>
          <Button variant="subtle" onClick={() => open(links.login())}>
            Login
          </Button>
        </>
      }
    >
      <Text>{message}</Text>
    </Doorway>
  );
}
