import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallFailure } from '../server/browser/callFailure.ts';
import { afterPress } from '../server/browser/forms/afterPress.ts';
import type { Answer, CallInput, CallName } from '../server/contract/call.ts';
import type { RouteContract } from '../server/contract/define.ts';
import { callCore } from './call.ts';

interface Answered<Contract extends RouteContract> {
  /** Null until it is there. */
  answer: Answer<Contract> | null;
  problem: CallFailure | null;
}

/** Reads a call's answer while a page is open: anew for another input, and when told to. Without an input nothing is asked. */
export function useAnswer<Contract extends RouteContract>(
  name: CallName<Contract>,
  input: CallInput<Contract> | null,
): Answered<Contract> & { readAgain: () => void } {
  const asked = input === null ? null : JSON.stringify(input);
  const [known, setKnown] = useState<Answered<Contract> & { asked: string | null }>({ answer: null, problem: null, asked: null });
  const latest = useRef(asked);
  latest.current = asked;
  const read = useCallback(async () => {
    if (asked === null) return;
    const outcome = await callCore<Contract>(name, JSON.parse(asked));
    afterPress(() => {
      // The answer to an earlier input may come last.
      if (latest.current !== asked) return;
      setKnown(outcome.ok ? { answer: outcome.value, problem: null, asked } : { answer: null, problem: outcome.problem, asked });
    });
  }, [name, asked]);
  useEffect(() => void read(), [read]);
  const { answer, problem } = known.asked === asked ? known : { answer: null, problem: null };
  const readAgain = () => {
    // Without the problem the page shows that it reads.
    setKnown((before) => (before.problem === null ? before : { answer: null, problem: null, asked: before.asked }));
    void read();
  };
  return { answer, problem, readAgain };
}
