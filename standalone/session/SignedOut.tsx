import { Button, Text } from '@bigcommerce/big-design';
import { useEffect, useState } from 'react';
import { Doorway } from './Doorway.tsx';
import { isFramed } from './framed.ts';
import { sendToLogin, wasJustAtLogin } from './sendToLogin.ts';
import { useSession } from './session.ts';

/** Opens a hosted page, in a new tab when this page is in a frame. */
function open(url: string): void {
  if (isFramed()) window.open(url, '_blank', 'noopener');
  else window.location.assign(url);
}

/** Shown to a visitor without a session until the redirect to the hosted sign-in happens. */
export function SignedOut() {
  const { links } = useSession();
  // Read before the effect below redirects to the sign-in again.
  const [isStuck] = useState(wasJustAtLogin);
  useEffect(() => sendToLogin(links.login()), [links]);
  const login = <Button onClick={() => open(links.login())}>Login</Button>;
  if (isStuck)
    return (
      <Doorway heading="We could not sign you in" action={login}>
        <Text>Your browser did not keep you signed in. Allow cookies for this site and its login page, then try again.</Text>
      </Doorway>
    );
  return (
    <Doorway heading="You are signed out" action={login}>
      <Text>Redirecting to login page, if you're not redirected, click below</Text>
    </Doorway>
  );
}

/** Shown when the session that a platform handed in is invalid or has expired. */
export function SessionExpired() {
  const { links } = useSession();
  return (
    <Doorway heading="Your session has expired" action={<Button onClick={() => open(links.login())}>Login</Button>}>
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
