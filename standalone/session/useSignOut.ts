import { useState } from 'react';
import { useSession } from './session.ts';

/** Signing out as a button does it: `problem` says in words why it did not work. */
export function useSignOut(): { signOut: () => void; isBusy: boolean; problem: string | null } {
  const session = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function signOut() {
    setIsBusy(true);
    setProblem(null);
    session.signOut().catch((failure: Error) => {
      setIsBusy(false);
      setProblem(failure.message);
    });
  }
  return { signOut, isBusy, problem };
}
