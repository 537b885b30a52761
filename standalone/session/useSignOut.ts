import { useState } from 'react';
import { useSession } from './session.ts';

/** Returns what a log-out button needs; `problem` says for the reader why signing out failed. */
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
