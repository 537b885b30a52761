import { Button } from '@bigcommerce/big-design';
import { useSignOut } from './useSignOut.ts';

/** A button that ends the session in every tab. */
export function SignOutButton() {
  const { signOut, isBusy, problem } = useSignOut();
  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      <Button variant="subtle" isLoading={isBusy} onClick={signOut}>
        Log out
      </Button>
    </>
  );
}
