import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { CallFailure, Outcome } from '../server/browser/callFailure.ts';
import type { Intent } from '../server/browser/forms/intent.ts';
import { intentKeys } from '../server/contract/intent.ts';

/** Sends an input that must take effect once, however often it is sent: the same input keeps its idempotency key until it has succeeded. */
export function useIntent<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Outcome<Output>>): Intent<Input, Output> {
  const [keys] = useState(() => intentKeys<Outcome<Output>>(() => crypto.randomUUID()));
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<CallFailure | null>(null);
  return {
    run: (input) =>
      keys.once(input, async () => {
        setIsBusy(true);
        setProblem(null);
        const outcome = await send(input, keys.keyOf(input));
        if (outcome.ok) keys.succeeded();
        else setProblem(outcome.problem);
        setIsBusy(false);
        return outcome;
      }),
    isBusy,
    problem,
    clear: () => setProblem(null),
  };
}

/** Sends an input that completes a step, then reloads the page's data. Stays busy until the next step is shown. */
export function useStepIntent<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Outcome<Output>>): Intent<Input, Output> {
  const { revalidate, state } = useRevalidator();
  const intent = useIntent(send);
  const [reload, setReload] = useState<'none' | 'asked' | 'loading'>('none');
  useEffect(() => {
    // An earlier step's reload may still run: ours takes its place, without a moment between the two.
    if (reload === 'asked' && state === 'loading') setReload('loading');
    if (reload === 'loading' && state === 'idle') setReload('none');
  }, [reload, state]);
  return {
    ...intent,
    async run(input) {
      const outcome = await intent.run(input);
      if (outcome.ok) {
        setReload('asked');
        revalidate();
      }
      return outcome;
    },
    isBusy: intent.isBusy || reload !== 'none',
  };
}
