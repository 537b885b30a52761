import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { intentKeys } from '../../server/contract/intent.ts';
import type { Failure } from './call.ts';

type Outcome<Output> = { ok: true; value: Output } | { ok: false; problem: Failure };

export interface Intent<Input, Output> {
  /** Carries it out; never throws. */
  run(input: Input): Promise<Outcome<Output>>;
  isBusy: boolean;
  /** Why it failed the last time. */
  problem: Failure | null;
  /** Forgets the last failure. */
  clear(): void;
}

/** Something that is to have its effect once, however often it has to be sent. */
export function useIntent<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Outcome<Output>>): Intent<Input, Output> {
  const [keys] = useState(() => intentKeys(() => crypto.randomUUID()));
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Failure | null>(null);
  return {
    async run(input) {
      setIsBusy(true);
      setProblem(null);
      const outcome = await send(input, keys.keyOf(input));
      if (outcome.ok) keys.succeeded();
      else setProblem(outcome.problem);
      setIsBusy(false);
      return outcome;
    },
    isBusy,
    problem,
    clear: () => setProblem(null),
  };
}

/** An effect after which the page is another: it is busy until that one is there. */
export function useStepIntent<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Outcome<Output>>): Intent<Input, Output> {
  const { revalidate, state } = useRevalidator();
  const intent = useIntent(send);
  const [isGoingOn, setIsGoingOn] = useState<'no' | 'asked' | 'loading'>('no');
  useEffect(() => {
    setIsGoingOn((now) => (now === 'asked' && state === 'loading' ? 'loading' : now === 'loading' && state === 'idle' ? 'no' : now));
  }, [state]);
  return {
    ...intent,
    async run(input) {
      const outcome = await intent.run(input);
      if (outcome.ok) {
        setIsGoingOn('asked');
        revalidate();
      }
      return outcome;
    },
    isBusy: intent.isBusy || isGoingOn !== 'no',
  };
}
