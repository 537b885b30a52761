import type { Outcome } from '../server/browser/callFailure.ts';
import type { Intent } from '../server/browser/forms/intent.ts';
import { useStepIntent } from './useIntent.ts';
import { useToast } from './useToast.ts';

/**
 * Makes a call with an effect that takes place once, however often it is sent. After it a toast says what was done, and the page's
 * data is read again. A problem is returned until the next try.
 */
export function useEffectCall<Input, Output>(
  send: (input: Input, idempotencyKey: string) => Promise<Outcome<Output>>,
  done: string | ((input: Input) => string),
): Intent<Input, Output> {
  const toast = useToast();
  return useStepIntent(async (input: Input, idempotencyKey: string) => {
    const outcome = await send(input, idempotencyKey);
    if (outcome.ok) toast(typeof done === 'string' ? done : done(input));
    return outcome;
  });
}
